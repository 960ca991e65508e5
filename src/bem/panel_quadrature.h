// The quadrature rule for a panel seen from a point: few points far away, many nearby, and subdivision still nearer.
#pragma once

#include <vector>

#include "bem/panel_rule.h"

namespace febem::bem {

/// The order of the rule that integrates the kernels over a panel (or part) to about 1e-6 of itself, for a
/// distance from its centre given as a square in units of its radius; 0 if it must be split first.
constexpr int rule_order(double squared_distance_over_radius) {
  constexpr auto squared = [](double x) { return x * x; };
  if (squared_distance_over_radius >= squared(16)) return 2;
  if (squared_distance_over_radius >= squared(7)) return 3;
  if (squared_distance_over_radius >= squared(2.8)) return 5;
  if (squared_distance_over_radius >= squared(1.6)) return 8;
  return 0;
}

/// Quadrature over the panels of a surface from any point that does not lie on the panel. Immutable.
class PanelQuadrature {
 public:
  explicit PanelQuadrature(const mesh::Surface& surface);

  Index size() const { return std::ssize(shapes_); }
  const PanelShape& shape(Index j) const { return shapes_[j]; }

  /// The points of the order 3 rule on panel j, for integrands that vary with the wavelength only.
  PointView fine_points(Index j) const { return stored(fine_, j); }

  /// Calls sink(PointView) once or more; together the points make the rule for panel j seen from `from`.
  template <class Sink>
  void visit(const Vec3& from, Index j, Sink&& sink) const;
  /// How many points that are.
  int points(const Vec3& from, Index j) const;

 private:
  struct StoredRule {
    std::vector<double> x, y, z, weight;
    std::vector<Index> begin;
  };
  static StoredRule store(const std::vector<PanelShape>& shapes, int order);
  static PointView stored(const StoredRule& rule, Index j) {
    const Index begin = rule.begin[j];
    return {&rule.x[begin], &rule.y[begin], &rule.z[begin], &rule.weight[begin], rule.begin[j + 1] - begin};
  }
  int order_from(const Vec3& from, Index j) const {
    return rule_order((from - centres_[j]).squaredNorm() * inverse_squared_radii_[j]);
  }

  std::vector<PanelShape> shapes_;
  std::vector<Vec3> centres_;
  std::vector<double> inverse_squared_radii_;
  StoredRule coarse_, fine_;
};

/// Splits a panel until each part is far enough for a rule; calls leaf(part, order).
template <class Leaf>
void for_each_leaf(const PanelShape& shape, const Vec3& from, Leaf&& leaf, int depth = 0) {
  // A part this small is nearer than rounding to a point on the panel itself.
  constexpr int deepest = 24;
  const int order = rule_order((from - shape.centre).squaredNorm() / (shape.radius * shape.radius));
  if (order != 0 || depth == deepest) {
    leaf(shape, order == 0 ? rule_orders.back() : order);
    return;
  }
  for (const PanelShape& part : split(shape)) for_each_leaf(part, from, leaf, depth + 1);
}

template <class Sink>
void PanelQuadrature::visit(const Vec3& from, Index j, Sink&& sink) const {
  switch (order_from(from, j)) {
    case 2:
      sink(stored(coarse_, j));
      return;
    case 3:
      sink(stored(fine_, j));
      return;
    default:
      for_each_leaf(shapes_[j], from,
                    [&](const PanelShape& part, int order) { sink(rule_points(part, order).view()); });
  }
}

}  // namespace febem::bem
