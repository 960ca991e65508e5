// Far panels straight through and near ones by lists: together what the rule of each pair says.
#include "bem/panel_integrals.h"

#include <cmath>

#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem;
using bem::Complex;
using bem::Index;
using bem::PanelIntegrals;
using bem::Terms;
using mesh::Vec3;

namespace {

/// A long box on which every third panel is cut into two triangles; panels grow along it.
mesh::Surface triangles_and_quadrilaterals() {
  auto surface = bem::box({1, 0.5, 12}, {3, 2, 30});
  std::vector<mesh::Panel> panels;
  for (Index j = 0; j < surface.size(); ++j) {
    const auto [a, b, c, d] = surface.panels[j].vertices;
    if (j % 3 != 0) {
      panels.push_back(surface.panels[j]);
    } else {
      panels.push_back({{a, b, c, 0}, 3, 0});
      panels.push_back({{a, c, d, 0}, 3, 0});
    }
  }
  surface.panels = panels;
  for (Vec3& x : surface.points) x.z() *= 1 + 0.05 * x.z();
  mesh::measure(surface);
  return surface;
}

struct Expected {
  Complex g = 0, t = 0, e = 0;
  core::Count points = 0;
};

Expected expected(const bem::PanelQuadrature& quadrature, const Vec3& x, const Vec3& normal, Index j, double k) {
  Expected sums;
  quadrature.visit(x, j, [&](const bem::PointView& points) {
    sums.points += points.size;
    for (int q = 0; q < points.size; ++q) {
      const Vec3 d = x - Vec3(points.x[q], points.y[q], points.z[q]);
      const double r = d.norm();
      const Complex ik(0, k), g = points.weight[q] * std::exp(ik * r) / r, t = (ik - 1 / r) * g / r;
      sums.g += g;
      sums.t += t;
      sums.e += (3 / (r * r) - k * k - 3.0 * ik / r) * g / (r * r) * d.dot(normal);
    }
  });
  return sums;
}

void check(Complex found, Complex right, double scale) {
  CHECK(std::abs(found - right) <= 1e-13 * std::abs(scale));
}

}  // namespace

TEST_CASE("the sums over all panels seen from a point are those of the rule of each") {
  const auto surface = triangles_and_quadrilaterals();
  const double k = 1.7;
  for (const auto* kernels : bem::available_panel_kernels()) {
    INFO(kernels->name);
    const PanelIntegrals integrals(surface, *kernels);
    for (const Index i : {0, 1, 77, 300}) {
      const Vec3 &x = surface.centroids[i], &normal = surface.normals[i];
      const auto sums = integrals.seen_from(x, normal, k, Terms::hypersingular, i);
      core::Count points = 0, near = 0;
      for (Index j = 0; j < surface.size(); ++j) {
        const auto at = integrals.entry(j);
        if (j == i) {
          CHECK((sums.g(at) == 0.0 && sums.t(at) == 0.0 && sums.e(at) == 0.0));
          continue;
        }
        const auto right = expected(integrals.quadrature(), x, normal, j, k);
        const double r = (x - surface.centroids[j]).norm();
        points += right.points;
        near += !integrals.quadrature().far(x, j);
        check(sums.g(at), right.g, std::abs(right.g));
        check(sums.t(at), right.t, std::abs(right.t));
        check(sums.e(at), right.e, std::abs(right.e) + std::abs(right.t) / r);
      }
      CHECK(sums.points == points);
      CHECK(integrals.cost_seen_from(x, i).points == points);
      CHECK(integrals.cost_seen_from(x, i).near_panels == near);
    }
  }
}

TEST_CASE("the sums over one panel seen by the others are those of the rule of each") {
  const auto surface = triangles_and_quadrilaterals();
  const double k = 1.7;
  const PanelIntegrals integrals(surface, bem::chosen_panel_kernels());
  for (const Index i : {0, 1, 77, 300}) {
    const auto sums = integrals.seen_by_others(i, k);
    core::Count points = 0, near = 0;
    for (Index j = 0; j < surface.size(); ++j) {
      if (j == i) continue;
      const auto right = expected(integrals.quadrature(), surface.centroids[j], Vec3::Zero(), i, k);
      points += right.points;
      near += !integrals.quadrature().far(surface.centroids[j], i);
      check(sums.t(integrals.entry(j)), right.t, std::abs(right.t));
    }
    CHECK(sums.t(integrals.entry(i)) == 0.0);
    CHECK(sums.points == points);
    CHECK(integrals.cost_seen_by_others(i).points == points);
    CHECK(integrals.cost_seen_by_others(i).near_panels == near);
  }
}

TEST_CASE("without one left out all panels count") {
  const auto surface = bem::box({1, 1, 1}, {2, 2, 2});
  const PanelIntegrals integrals(surface, bem::chosen_panel_kernels());
  const auto sums = integrals.seen_from({100, 0, 0}, Vec3::Zero(), 0, Terms::both_layers);
  CHECK(sums.points == 4 * surface.size());
  for (Index j = 0; j < surface.size(); ++j) CHECK(std::abs(sums.g(integrals.entry(j)) - 0.25 / 99.5) < 1e-2 * 0.25 / 99.5);
}
