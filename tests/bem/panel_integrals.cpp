// Far panels straight through and near ones by lists: together what the rule of each pair says, or
// a finer one for the sake of neighbours.
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

  void add(const bem::RulePoints& points, const Vec3& x, const Vec3& normal, double k);
};

void Expected::add(const bem::RulePoints& at, const Vec3& x, const Vec3& normal, double k) {
  points += at.size;
  for (int q = 0; q < at.size; ++q) {
    const Vec3 d = x - at.point(q);
    const double r = d.norm();
    const Complex ik(0, k), from_point = at.weight[q] * std::exp(ik * r) / r,
                            derivative = (ik - 1 / r) * from_point / r;
    g += from_point;
    t += derivative;
    e += (3 / (r * r) - k * k - 3.0 * ik / r) * from_point / (r * r) * d.dot(normal);
  }
}

/// By the rule that the distance asks for.
Expected expected(
    const bem::PanelQuadrature& quadrature, const Vec3& x, const Vec3& normal, Index j, double k) {
  Expected sums;
  quadrature.visit(x, j, [&](const bem::RulePoints& points) { sums.add(points, x, normal, k); });
  return sums;
}

bool equal_but_rounding(Complex found, Complex right, double scale) {
  return std::abs(found - right) <= 1e-13 * std::abs(scale);
}

/// How panels are taken that would do with the rule of order 2.
struct FarPanels {
  core::Count coarse = 0, fine = 0;
  double farthest_fine = 0;  ///< in radii
};

/// What the sums say of panel j as seen from x, whose T is `found`: far panels may have the rule of
/// order 3. Returns which it is.
Expected rule_found(const bem::PanelQuadrature& quadrature, const Vec3& x, const Vec3& normal,
    Index j, double k, Complex found, FarPanels& far) {
  const auto shape = quadrature.shape(j);
  const double distance = (x - shape.centre).norm() / shape.radius;
  const auto own = expected(quadrature, x, normal, j, k);
  if (distance < bem::order_2_from) return own;
  if (equal_but_rounding(found, own.t, std::abs(own.t))) {
    ++far.coarse;
    return own;
  }
  Expected finer;
  finer.add(bem::rule_points(shape, 3), x, normal, k);
  ++far.fine;
  far.farthest_fine = std::max(far.farthest_fine, distance);
  return finer;
}

void check_far_panels(const FarPanels& far) {
  CHECK(far.coarse > far.fine);
  CHECK(far.fine > 0);
  CHECK(far.farthest_fine < 1.5 * bem::order_2_from);
}

}  // namespace

TEST_CASE("the sums over all panels seen from a point are those of the rule of each") {
  const auto surface = triangles_and_quadrilaterals();
  const double k = 1.7;
  for (const auto* kernels : bem::available_panel_kernels()) {
    INFO(kernels->name);
    const PanelIntegrals integrals(surface, *kernels);
    const auto& quadrature = integrals.quadrature();
    FarPanels far;
    for (const Index i : {0, 1, 77, 300}) {
      const Vec3 &x = surface.centroids[i], &normal = surface.normals[i];
      const auto sums = integrals.over_panels_at_point(x, normal, k, Terms::hypersingular, i);
      core::Count points = 0, near = 0;
      for (Index j = 0; j < surface.size(); ++j) {
        const auto at = integrals.entry(j);
        if (j == i) {
          CHECK((sums.g(at) == 0.0 && sums.t(at) == 0.0 && sums.e(at) == 0.0));
          continue;
        }
        const auto right = rule_found(quadrature, x, normal, j, k, sums.t(at), far);
        const double r = (x - surface.centroids[j]).norm();
        points += right.points;
        near += r < 7 * quadrature.shape(j).radius;
        CHECK(equal_but_rounding(sums.g(at), right.g, std::abs(right.g)));
        CHECK(equal_but_rounding(sums.t(at), right.t, std::abs(right.t)));
        CHECK(equal_but_rounding(sums.e(at), right.e, std::abs(right.e) + std::abs(right.t) / r));
      }
      CHECK(sums.points == points);
      CHECK(integrals.cost_over_panels_at_point(x, i).points == points);
      CHECK(integrals.cost_over_panels_at_point(x, i).near_panels == near);
    }
    check_far_panels(far);
  }
}

TEST_CASE("the sums over one panel seen by the others are those of the rule of each") {
  const auto surface = triangles_and_quadrilaterals();
  const double k = 1.7;
  const PanelIntegrals integrals(surface, bem::chosen_panel_kernels());
  FarPanels far;
  for (const Index i : {0, 1, 77, 300}) {
    const auto sums = integrals.over_panel_at_points(i, k);
    core::Count points = 0, near = 0;
    for (Index j = 0; j < surface.size(); ++j) {
      if (j == i) continue;
      const Vec3& x = surface.centroids[j];
      const auto found = sums.t(integrals.entry(j));
      const auto right = rule_found(integrals.quadrature(), x, Vec3::Zero(), i, k, found, far);
      points += right.points;
      near += (x - surface.centroids[i]).norm() < 7 * integrals.quadrature().shape(i).radius;
      CHECK(equal_but_rounding(found, right.t, std::abs(right.t)));
    }
    CHECK(sums.t(integrals.entry(i)) == 0.0);
    CHECK(sums.points == points);
    CHECK(integrals.cost_over_panel_at_points(i).points == points);
    CHECK(integrals.cost_over_panel_at_points(i).near_panels == near);
  }
  check_far_panels(far);
}

TEST_CASE("without one left out all panels count") {
  const auto surface = bem::box({1, 1, 1}, {2, 2, 2});
  const PanelIntegrals integrals(surface, bem::chosen_panel_kernels());
  const auto sums =
      integrals.over_panels_at_point({100, 0, 0}, Vec3::Zero(), 0, Terms::both_layers);
  CHECK(sums.points == 4 * surface.size());
  for (Index j = 0; j < surface.size(); ++j)
    CHECK(std::abs(sums.g(integrals.entry(j)) - 0.25 / 99.5) < 1e-2 * 0.25 / 99.5);
}
