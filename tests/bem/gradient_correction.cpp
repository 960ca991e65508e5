#include "bem/gradient_correction.h"

#include <Eigen/QR>

#include "bem/surfaces.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem::bem;

TEST_CASE("the stencil is exact for linear functions on a face") {
  const auto surface = box({1, 2, 3}, {3, 3, 3});
  const auto neighbours = vertex_neighbours(surface);
  const Vec3 slope(0.3, -0.7, 0.2);
  int inner = 0;
  for (Index i = 0; i < surface.size(); ++i) {
    Vec3 gradient = Vec3::Zero(), constant = Vec3::Zero();
    bool flat = true;
    for (const auto& [j, weight] : gradient_stencil(surface, neighbours[i], i)) {
      gradient += weight * slope.dot(surface.centroids[j]);
      constant += weight;
      flat = flat && surface.normals[j] == surface.normals[i];
    }
    CHECK(constant.norm() < 1e-12);
    CHECK(std::abs(gradient.dot(surface.normals[i])) < 1e-12);
    if (!flat) continue;
    ++inner;
    CHECK((gradient - (slope - slope.dot(surface.normals[i]) * surface.normals[i])).norm() < 1e-12);
  }
  CHECK(inner == 6);
}

TEST_CASE("the stencil is the least squares fit in the tangent plane with weights 1/d^2") {
  const auto surface = meshes::icosphere(1, 3);
  const auto neighbours = vertex_neighbours(surface);
  for (const Index i : {0, 17, 100}) {
    const Vec3 normal = surface.normals[i], t1 = normal.unitOrthogonal(), t2 = normal.cross(t1);
    const auto count = static_cast<Eigen::Index>(neighbours[i].size());
    // A field of its own on each panel: 1/d (p_j - p_i) = 1/d (offset . g).
    const auto field = [](Index j) { return std::sin(7.0 * j); };
    Eigen::MatrixX2d offsets(count, 2);
    Eigen::VectorXd differences(count);
    for (Eigen::Index row = 0; row < count; ++row) {
      const Index j = neighbours[i][row];
      const Vec3 d = surface.centroids[j] - surface.centroids[i];
      offsets.row(row) << d.dot(t1) / d.norm(), d.dot(t2) / d.norm();
      differences[row] = (field(j) - field(i)) / d.norm();
    }
    const Eigen::Vector2d g = offsets.colPivHouseholderQr().solve(differences);
    Vec3 found = Vec3::Zero();
    for (const auto& [j, weight] : gradient_stencil(surface, neighbours[i], i))
      found += weight * field(j);
    CHECK((found - g[0] * t1 - g[1] * t2).norm() < 1e-12 * g.norm());
  }
}

TEST_CASE(
    "neighbours along one line say nothing of the direction across it, to within what curves the "
    "line") {
  for (const double off : {0.0, 1e-8, 1e-5}) {
    mesh::Surface strip;
    strip.centroids = {{0, 0, 0}, {1, off, 0}, {-1, off, 0}, {2, 0, 0}};
    strip.normals.assign(4, Vec3(0, 0, 1));
    Vec3 slope = Vec3::Zero();
    double largest = 0;
    for (const auto& [j, weight] : gradient_stencil(strip, {1, 2, 3}, 0)) {
      slope += weight * strip.centroids[j].x();
      largest = std::max(largest, weight.norm());
    }
    INFO(off);
    CHECK((slope - Vec3::UnitX()).norm() < 1e-4);
    CHECK(largest <= 1);
  }
}

TEST_CASE("panels that lie symmetrically leave no defect") {
  const auto surface = box({1, 1, 1}, {9, 9, 9});
  const PanelQuadrature quadrature(surface);
  for (Index i = 0; i < surface.size(); ++i) {
    const Vec3 from_middle = (surface.centroids[i] - Vec3::Constant(0.5)).cwiseAbs();
    if (std::abs(from_middle.sum() - 0.5) < 1e-9)
      CHECK(gradient_defect(quadrature, i).value.norm() < 1e-12);
  }
}

TEST_CASE("the defect of a lone triangle is the finite part of int (y - c)/(4 pi r^3)") {
  const auto surface = single_panel({{0, 0, 0}, {2, 0, 0}, {0.3, 1, 0}});
  const PanelQuadrature quadrature(surface);
  // 1/(4 pi) oint e ln R dtheta by the midpoint rule along each edge.
  Vec3 sum = Vec3::Zero();
  const Vec3 c = surface.centroids[0];
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3 from = surface.points[edge], to = surface.points[(edge + 1) % 3];
    const int steps = 20000;
    for (int m = 0; m < steps; ++m) {
      const Vec3 a = from + (to - from) * m / steps - c,
                 b = from + (to - from) * (m + 1) / steps - c, y = (a + b) / 2;
      sum +=
          y.normalized() * std::log(y.norm()) * a.cross(b).z() / y.squaredNorm() / (4 * core::pi);
    }
  }
  CHECK((gradient_defect(quadrature, 0).value - sum).norm() < 1e-7);
}

TEST_CASE(
    "what another panel adds is its first moment, fading between two and four of the greater "
    "radius") {
  // A square about the origin and a tilted one, half as large, whose centre moves away along x.
  const auto pair_at = [](double distance) {
    auto surface = rectangle(2, 2);
    const auto add = [&](const Vec3& x) { surface.points.push_back(x); };
    for (auto& x : surface.points) x -= Vec3(1, 1, 0);
    const Vec3 centre(distance * 0.8, distance * 0.6, 0), u(0.3, 0.1, 0.4),
        v = Vec3(0.2, 0.5, -0.1);
    add(centre - u - v), add(centre + u - v), add(centre + u + v), add(centre - u + v);
    surface.panels.push_back({{4, 5, 6, 7}, 4, 0});
    measure(surface);
    return surface;
  };
  // int (n_x.n_y - 3 (d.n_x)(d.n_y)/r^2) (y - c) / (4 pi r^3) by the midpoint rule.
  const auto moment = [](const mesh::Surface& s) {
    const Vec3 x = s.centroids[0], a = s.points[4], u = s.points[5] - a, v = s.points[7] - a;
    Vec3 sum = Vec3::Zero();
    const int steps = 200;
    for (int i = 0; i < steps; ++i)
      for (int j = 0; j < steps; ++j) {
        const Vec3 y = a + (i + 0.5) / steps * u + (j + 0.5) / steps * v, d = x - y;
        const double r = d.norm(), along = d.dot(s.normals[0]) * d.dot(s.normals[1]) / (r * r);
        sum += (s.normals[0].dot(s.normals[1]) - 3 * along) / (4 * core::pi * r * r * r) *
               (y - s.centroids[1]) * u.cross(v).norm() / (steps * steps);
      }
    return sum;
  };
  const double reach = 4 * std::sqrt(2.0);
  for (const auto& [share, weight] :
      {std::pair{0.3, 1.0}, {0.49, 1.0}, {0.625, std::pow(std::cos(core::pi / 8), 2)}, {0.75, 0.5},
          {0.9, std::pow(std::cos(0.4 * core::pi), 2)}, {1.01, 0.0}}) {
    INFO("at " << share << " of the reach");
    const auto surface = pair_at(share * reach);
    const PanelQuadrature quadrature(surface);
    // The square's own moment vanishes by its symmetry.
    const Vec3 found = gradient_defect(quadrature, 0).value, expected = moment(surface);
    CHECK((found - weight * expected).norm() < 1e-4 * expected.norm());
  }
}

TEST_CASE("neighbours share a vertex, are mutual and leave out the panel itself") {
  const auto surface = meshes::icosphere(1, 2);
  const auto neighbours = vertex_neighbours(surface);
  for (Index i = 0; i < surface.size(); ++i) {
    CHECK(neighbours[i].size() >= 9);
    for (const Index j : neighbours[i]) {
      CHECK(j != i);
      CHECK(std::count(neighbours[j].begin(), neighbours[j].end(), i) == 1);
    }
  }
}
