// The operators between panels that touch or nearly touch, against the defining integrals done by
// brute force.

#include "bem/operators.h"
#include "bem/panel_basis.h"
#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem::bem;
using Polygon = std::vector<Vec3>;

namespace {

/// Positions in (0, 1) and weights of Gauss rules on equal cells.
std::vector<std::pair<double, double>> composite_rule(int cells) {
  std::vector<std::pair<double, double>> nodes;
  for (int cell = 0; cell < cells; ++cell)
    for (const auto& [x, weight] : gauss_line(20))
      nodes.emplace_back((cell + (1 + x) / 2) / cells, weight / 2 / cells);
  return nodes;
}

/// Over y = (1-s)(1-t) a + s (1-t) b + s t c + (1-s) t d with d = c for a triangle.
Kernels brute_force(
    const Vec3& x, const Vec3& n_x, const Polygon& corners, const Vec3& n_y, double k) {
  const Vec3 &a = corners[0], &b = corners[1], &c = corners[2], &d = corners.back();
  const auto rule = composite_rule(24);
  Kernels sum;
  for (const auto& [s, weight_s] : rule) {
    for (const auto& [t, weight_t] : rule) {
      const Vec3 y = (1 - s) * (1 - t) * a + s * (1 - t) * b + s * t * c + (1 - s) * t * d;
      const Vec3 y_s = (1 - t) * (b - a) + t * (c - d), y_t = (1 - s) * (d - a) + s * (c - b);
      const double weight = weight_s * weight_t * y_s.cross(y_t).norm();
      const Kernels here = kernels(x, n_x, y, n_y, k);
      sum.s += weight * here.s;
      sum.k += weight * here.k;
      sum.n += weight * here.n;
    }
  }
  return sum;
}

/// Panel 0 carries the collocation point, panel 1 is integrated.
mesh::Surface pair(const Polygon& here, const Polygon& there) {
  mesh::Surface surface;
  surface.regions = {"pair"};
  for (const Polygon& polygon : {here, there}) {
    mesh::Panel panel{{}, static_cast<int>(polygon.size()), 0};
    for (std::size_t v = 0; v < polygon.size(); ++v) {
      panel.vertices[v] = static_cast<Index>(surface.points.size());
      surface.points.push_back(polygon[v]);
    }
    surface.panels.push_back(panel);
  }
  mesh::measure(surface);
  return surface;
}

void check_pair(const Polygon& here, const Polygon& there, double tolerance) {
  const double k = 0.7;
  const auto surface = pair(here, there);
  const auto [s, double_layer, k_transposed, n] = operators(CollocationSurface(surface), k, 0);
  const Kernels exact =
      brute_force(surface.centroids[0], surface.normals[0], there, surface.normals[1], k);
  const Kernels reverse =
      brute_force(surface.centroids[1], surface.normals[1], here, surface.normals[0], k);
  const Complex transposed = reverse.k * surface.areas[1] / surface.areas[0];
  // K vanishes between coplanar panels: its error is measured against S over the distance as well.
  const double distance = (surface.centroids[0] - surface.centroids[1]).norm();
  CHECK(std::abs(s[1] - exact.s) < tolerance * std::abs(exact.s));
  CHECK(std::abs(double_layer[1] - exact.k) <
        tolerance * (std::abs(exact.k) + std::abs(exact.s) / distance));
  CHECK(std::abs(n[1] - exact.n) < tolerance * std::abs(exact.n));
  CHECK(std::abs(k_transposed[1] - transposed) <
        tolerance * (std::abs(transposed) +
                        std::abs(reverse.s) / distance * surface.areas[1] / surface.areas[0]));
}

const Polygon unit_square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
const Polygon triangle{{0, 0, 0}, {1, 0, 0}, {0.5, 0.9, 0}};

}  // namespace

TEST_CASE("squares that share an edge: flat, folded, at a corner") {
  check_pair(unit_square, {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}}, 1e-6);
  check_pair(unit_square, {{1, 0, 0}, {1, 0, -1}, {1, 1, -1}, {1, 1, 0}}, 1e-6);
  check_pair(unit_square, {{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}}, 1e-6);
}

TEST_CASE("triangles that share an edge: flat, folded, sharply folded") {
  check_pair(triangle, {{0, 0, 0}, {0.5, -0.9, 0}, {1, 0, 0}}, 1e-6);
  check_pair(triangle, {{0, 0, 0}, {0.5, -0.5, -0.7}, {1, 0, 0}}, 1e-6);
  check_pair(triangle, {{0, 0, 0}, {0.5, 0.6, -0.6}, {1, 0, 0}}, 1e-6);
}

TEST_CASE("slender and unequal neighbours") {
  check_pair({{0, 0, 0}, {4, 0, 0}, {4, 0.4, 0}, {0, 0.4, 0}},
      {{0, 0.4, 0}, {4, 0.4, 0}, {4, 0.8, 0}, {0, 0.8, 0}}, 3e-6);
  check_pair(unit_square, {{1, 0.4, 0}, {1.1, 0.4, 0}, {1.1, 0.5, 0}, {1, 0.5, 0}}, 1e-6);
  check_pair({{1, 0.4, 0}, {1.1, 0.4, 0}, {1.1, 0.5, 0}, {1, 0.5, 0}}, unit_square, 1e-6);
}

TEST_CASE("panels face to face across a thin gap, and at a distance") {
  const double gap = GENERATE(0.05, 0.3, 1.5, 2.5, 6.0, 15.0);
  const double tolerance = gap < 10 ? 3e-6 : 2e-5;  // far panels get few points
  check_pair(unit_square, {{0, 0, -gap}, {0, 1, -gap}, {1, 1, -gap}, {1, 0, -gap}}, tolerance);
}

TEST_CASE("a tapered quadrilateral beside a triangle") {
  check_pair({{0, 0, 0}, {1, 0.2, 0}, {1, 0.7, 0}, {0, 1, 0}},
      {{1, 0.2, 0}, {1.5, 0.4, 0.5}, {1, 0.7, 0}}, 1e-6);
}
