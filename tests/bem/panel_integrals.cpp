// Far panels straight through and near ones by lists: together what the rule of each pair says, or
// a finer one for the sake of neighbours.
#include "bem/panel_integrals.h"

#include "bem/operators.h"
#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

/// A long box on which every third panel is cut into two triangles; panels grow along it.
mesh::Surface triangles_and_quadrilaterals() {
  auto surface = box({1, 0.5, 12}, {3, 2, 30});
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

/// -K, -N and S over a panel, and a scale of their rounding errors.
struct Expected {
  Complex minus_k = 0, minus_n = 0, s = 0;
  double scale = 0;
  core::Count points = 0;

  void add(const RulePoints& at, const Vec3& x, const Vec3& n_x, const Vec3& n_y, double k) {
    points += at.size;
    for (int q = 0; q < at.size; ++q) {
      const double r = (x - at.point(q)).norm();
      const auto here = kernels(x, n_x, at.point(q), at.weight[q] * n_y, k);
      s += at.weight[q] * here.s;
      minus_k -= here.k;
      minus_n -= here.n;
      scale += at.weight[q] * std::abs(Complex(-1 / r, k) * here.s / r);
    }
  }
};

/// By the rule that the distance asks for.
Expected expected(
    const PanelQuadrature& quadrature, const Vec3& x, const Vec3& n_x, Index j, double k) {
  Expected sums;
  for_each_leaf(quadrature.shapes[j], x, [&](const PanelShape& part, std::size_t rule) {
    sums.add(rule_points(part, rule), x, n_x, part.normal, k);
  });
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

/// The integrals over panel j as seen from x: far panels may have the rule of order 3, as their S
/// says.
Expected rule_found(const PanelQuadrature& quadrature, const Vec3& x, const Vec3& n_x, Index j,
    double k, Complex s, FarPanels& far) {
  const auto shape = quadrature.shapes[j];
  const double distance = (x - shape.centre).norm() / shape.radius;
  const auto own = expected(quadrature, x, n_x, j, k);
  if (distance < distance_rules[0].from) return own;
  if (equal_but_rounding(s, own.s, std::abs(own.s))) {
    ++far.coarse;
    return own;
  }
  Expected finer;
  finer.add(rule_points(shape, 1), x, n_x, shape.normal, k);
  ++far.fine;
  far.farthest_fine = std::max(far.farthest_fine, distance);
  return finer;
}

void check_far_panels(const FarPanels& far) {
  CHECK(far.coarse > far.fine);
  CHECK(far.fine > 0);
  CHECK(far.farthest_fine < 1.5 * distance_rules[0].from);
}

}  // namespace

TEST_CASE("the sums over all panels seen from a point are those of the rule of each") {
  const auto surface = triangles_and_quadrilaterals();
  const double k = 1.7;
  for (const auto* kernels : available_panel_kernels()) {
    INFO(kernels->name);
    const PanelIntegrals integrals(surface, *kernels);
    const auto& quadrature = integrals.quadrature();
    FarPanels far;
    for (const Index i : {0, 1, 77, 300}) {
      const FieldPoint here{surface.centroids[i], surface.normals[i], i};
      const auto layers = integrals.over_panels(here, {k}),
                 hypersingular = integrals.over_panels(here, {k, 1, 0, 0});
      core::Count points = 0, near = 0;
      for (Index j = 0; j < surface.size(); ++j) {
        const auto at = integrals.entry(j);
        const Complex s = layers.values.b(at), minus_k = layers.values.h(at),
                      minus_n = hypersingular.values.h(at);
        if (j == i) {
          CHECK((s == 0.0 && minus_k == 0.0 && minus_n == 0.0));
          continue;
        }
        const auto right = rule_found(quadrature, here.x, here.normal, j, k, s, far);
        const double r = (here.x - surface.centroids[j]).norm();
        points += right.points;
        near += r < 7 * quadrature.shapes[j].radius;
        CHECK(equal_but_rounding(s, right.s, std::abs(right.s)));
        CHECK(equal_but_rounding(minus_k, right.minus_k, right.scale * r));
        CHECK(equal_but_rounding(minus_n, right.minus_n, right.scale));
      }
      for (const auto& found :
          {layers.points, hypersingular.points, integrals.over_panels(here, {k}, false).points})
        CHECK(found == points);
      CHECK(layers.near_panels == near);
    }
    check_far_panels(far);
  }
}

TEST_CASE("the integrals over one panel seen by the others are those of the rule of each") {
  const auto surface = triangles_and_quadrilaterals();
  const double k = 1.7;
  const PanelIntegrals integrals(surface, chosen_panel_kernels());
  const auto& quadrature = integrals.quadrature();
  for (const Index i : {0, 1, 77, 300}) {
    const auto sums = integrals.seen_from_others(i, k);
    const auto& shape = quadrature.shapes[i];
    core::Count least = 0, most = 0, near = 0;
    for (Index j = 0; j < surface.size(); ++j) {
      if (j == i) continue;
      const Vec3& x = surface.centroids[j];
      const Complex found = sums.values.h(integrals.entry(j));
      const double r = (x - shape.centre).norm(), radii = r / shape.radius;
      const auto own = expected(quadrature, x, Vec3::Zero(), i, k);
      Expected finer;
      finer.add(rule_points(shape, 1), x, Vec3::Zero(), shape.normal, k);
      const bool may_be_fine =
          radii >= distance_rules[0].from && radii < 1.5 * distance_rules[0].from;
      CHECK((equal_but_rounding(found, own.minus_k, own.scale * r) ||
             (may_be_fine && equal_but_rounding(found, finer.minus_k, finer.scale * r))));
      near += radii < 7;
      least += own.points;
      most += may_be_fine ? finer.points : own.points;
    }
    CHECK(sums.values.h(integrals.entry(i)) == 0.0);
    CHECK(sums.points >= least);
    CHECK(sums.points <= most);
    CHECK(integrals.seen_from_others(i, k, false).points == sums.points);
    CHECK(sums.near_panels == near);
  }
}

TEST_CASE("without one left out all panels count") {
  const auto surface = box({1, 1, 1}, {2, 2, 2});
  const PanelIntegrals integrals(surface, chosen_panel_kernels());
  const auto sums = integrals.over_panels({Vec3(100, 0, 0), Vec3::Zero()}, {0});
  CHECK(sums.points == 4 * surface.size());
  for (Index j = 0; j < surface.size(); ++j)
    CHECK(std::abs(sums.values.b(integrals.entry(j)) * (4 * core::pi) - 0.25 / 99.5) <
          1e-2 * 0.25 / 99.5);
}
