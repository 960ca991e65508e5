#include "bem/gradient_correction.h"

#include <cmath>

#include "bem/surfaces.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem;
using bem::Index;
using mesh::Vec3;

TEST_CASE("the stencil is exact for linear functions on a face") {
  const auto surface = bem::box({1, 2, 3}, {3, 3, 3});
  const auto neighbours = bem::vertex_neighbours(surface);
  const Vec3 slope(0.3, -0.7, 0.2);
  int inner = 0;
  for (Index i = 0; i < surface.size(); ++i) {
    Vec3 gradient = Vec3::Zero(), constant = Vec3::Zero();
    bool flat = true;
    for (const auto& [j, weight] : bem::gradient_stencil(surface, neighbours[i], i)) {
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

TEST_CASE("panels that lie symmetrically leave no defect") {
  const auto surface = bem::box({1, 1, 1}, {9, 9, 9});
  const bem::PanelQuadrature quadrature(surface);
  for (Index i = 0; i < surface.size(); ++i) {
    const Vec3 from_middle = (surface.centroids[i] - Vec3::Constant(0.5)).cwiseAbs();
    if (std::abs(from_middle.sum() - 0.5) < 1e-9)
      CHECK(bem::gradient_defect(surface, quadrature, i).value.norm() < 1e-12);
  }
}

TEST_CASE("the defect of a lone triangle is the finite part of int (y - c)/(4 pi r^3)") {
  const auto surface = bem::single_panel({{0, 0, 0}, {2, 0, 0}, {0.3, 1, 0}});
  const bem::PanelQuadrature quadrature(surface);
  // 1/(4 pi) oint e ln R dtheta by the midpoint rule along each edge.
  Vec3 sum = Vec3::Zero();
  const Vec3 c = surface.centroids[0];
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3 from = surface.points[edge], to = surface.points[(edge + 1) % 3];
    const int steps = 20000;
    for (int m = 0; m < steps; ++m) {
      const Vec3 a = from + (to - from) * m / steps - c, b = from + (to - from) * (m + 1) / steps - c,
                 y = (a + b) / 2;
      sum += y.normalized() * std::log(y.norm()) * a.cross(b).z() / y.squaredNorm() / (4 * core::pi);
    }
  }
  CHECK((bem::gradient_defect(surface, quadrature, 0).value - sum).norm() < 1e-7);
}

TEST_CASE("neighbours share a vertex, are mutual and leave out the panel itself") {
  const auto surface = meshes::icosphere(1, 2);
  const auto neighbours = bem::vertex_neighbours(surface);
  for (Index i = 0; i < surface.size(); ++i) {
    CHECK(neighbours[i].size() >= 9);
    for (const Index j : neighbours[i]) {
      CHECK(j != i);
      CHECK(std::count(neighbours[j].begin(), neighbours[j].end(), i) == 1);
    }
  }
}
