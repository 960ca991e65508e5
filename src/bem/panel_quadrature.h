// Gauss rules on panels. A panel that is far from the collocation point takes few quadrature
// points, a near panel takes many, and a very near panel is split.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bem/panel_shape.h"
#include "bem/point_grid.h"

namespace febem::bem {

/// The points of a rule in space with weights (m^2). Each coordinate has an array of its own, so
/// that loops over the points run in vectors.
struct RulePoints {
  static constexpr int capacity = 64;
  std::array<double, capacity> x, y, z, weight;
  int size = 0;

  Vec3 point(int q) const { return {x[q], y[q], z[q]}; }
};

/// The orders of the rules. A rule has `order` points in each direction. Triangles have symmetric
/// rules of 3 and 7 points at orders 2 and 3.
inline constexpr std::array<int, 5> rule_orders{2, 3, 4, 5, 8};

/// The order for an integrand that varies with the wavelength alone, as a plane wave does.
inline constexpr int order_for_waves = 3;

/// Number of points of the rule on a panel of 3 or 4 corners.
constexpr int rule_size(int corner_count, int order) {
  if (corner_count == 3 && order == 2) return 3;
  if (corner_count == 3 && order == 3) return 7;
  return order * order;
}

/// Number of different rules.
inline constexpr std::size_t rules_total = 2 * rule_orders.size();
/// The number of a rule, from zero. `order` is one of rule_orders.
constexpr std::size_t rule_number(int corner_count, int order) {
  std::size_t number = corner_count == 3 ? rule_orders.size() : 0;
  for (const int smaller : rule_orders) number += smaller < order;
  return number;
}

/// Nodes and weights of a rule on the square of panel_shape.h.
NodeArrays rule_nodes(std::size_t number);

/// Points and weights of the rule. The weights add up to the area. `order` is one of rule_orders.
RulePoints rule_points(const PanelShape& shape, int order);

/// Distances in units of the radius: from order_2_from on the rule of order 2 is enough, from
/// order_3_from on the rule of order 3.
inline constexpr double order_2_from = 16, order_3_from = 7;

/// The order of the rule that integrates the kernels over a panel, or a part of a panel, with a
/// relative error of about 1e-6. The argument is the square of the distance from the centre in
/// units of the radius. 0 if the panel must be split first.
constexpr int rule_order(double squared_distance_over_radius) {
  constexpr auto squared = [](double x) { return x * x; };
  if (squared_distance_over_radius >= squared(order_2_from)) return 2;
  if (squared_distance_over_radius >= squared(order_3_from)) return 3;
  if (squared_distance_over_radius >= squared(4.2)) return 4;
  if (squared_distance_over_radius >= squared(2.8)) return 5;
  if (squared_distance_over_radius >= squared(1.6)) return 8;
  return 0;
}

/// Splits a panel until each part is far enough for a rule, and calls leaf(part, order) for each
/// part.
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

/// Quadrature over the panels of a surface from any point that does not lie on the panel.
/// Immutable.
class PanelQuadrature {
 public:
  explicit PanelQuadrature(
      const mesh::Surface& surface, const PanelKernels& kernels = chosen_panel_kernels());

  /// The kernels to evaluate integrals by.
  const PanelKernels& kernels() const { return kernels_; }
  Index size() const { return std::ssize(shapes_); }
  const PanelShape& shape(Index j) const { return shapes_[j]; }

  /// Whether a panel seen from the point `from` needs a finer rule than the stored rules. `centre`
  /// and `radius` are those of the panel.
  static bool near(const Vec3& from, const Vec3& centre, double radius) {
    return (from - centre).squaredNorm() < order_3_from * order_3_from * radius * radius;
  }

  /// Calls sink(RulePoints) once or more. Together the points make the rule for panel j seen from
  /// `from`.
  template <class Sink>
  void visit(const Vec3& from, Index j, Sink&& sink) const {
    for_each_leaf(shapes_[j], from,
        [&](const PanelShape& part, int order) { sink(rule_points(part, order)); });
  }
  /// Calls use(map, rule number) for each part into which panel j is split, as seen from `from`.
  /// Returns the number of points.
  template <class Use>
  int for_each_part(const Vec3& from, Index j, Use&& use) const;
  /// The number of quadrature points of panel j, as seen from `from`.
  int points(const Vec3& from, Index j) const {
    return for_each_part(from, j, [](const PanelMap&, std::size_t) {});
  }

  double largest_radius() const { return largest_radius_; }
  /// Calls use(j) for every panel whose centre is within `distance` of x, and for some that are
  /// farther.
  template <class Use>
  void for_each_near(const Vec3& x, double distance, Use&& use) const {
    grid_.for_each_near(x, distance, use);
  }

 private:
  const PanelKernels& kernels_;
  std::vector<PanelShape> shapes_;
  std::vector<PanelMap> maps_;
  double largest_radius_ = 0;
  PointGrid grid_;
};

template <class Use>
int PanelQuadrature::for_each_part(const Vec3& from, Index j, Use&& use) const {
  const PanelShape& whole = shapes_[j];
  int points = 0;
  for_each_leaf(whole, from, [&](const PanelShape& part, int order) {
    use(&part == &whole ? maps_[j] : panel_map(part), rule_number(part.corner_count, order));
    points += rule_size(part.corner_count, order);
  });
  return points;
}

/// Pairs of a point and a part of a panel with further numbers, gathered rule by rule and
/// integrated many at a time.
template <std::size_t numbers>
class PairBatches {
 public:
  /// Pairs of one rule.
  struct Batch {
    static constexpr std::size_t capacity = 32;
    static_assert(capacity % padding == 0);

    std::size_t size = 0;
    double number[map_coefficients + numbers]
                 [capacity];  ///< of the map, then the further ones; the last pair is repeated up
                              ///< to padded(size)
    std::size_t at[capacity];

    MapArrays maps() const {
      MapArrays maps;
      for (std::size_t m = 0; m < map_coefficients; ++m) maps.coefficient[m] = number[m];
      return maps;
    }
  };
  using Integrate = std::function<void(const Batch&, const NodeArrays&)>;

  explicit PairBatches(Integrate integrate)
      : integrate_(std::move(integrate)),
        batches_(std::make_unique_for_overwrite<Batch[]>(rules_total)) {}

  /// Adds a part with this map seen from x. The batch has `at` and `further` with it.
  void add(const Vec3& x, const PanelMap& map, std::size_t rule, std::size_t at,
      const std::array<double, numbers>& further = {}) {
    Batch& batch = batches_[rule];
    PanelMap seen = map;
    seen.middle = x - map.middle;
    std::array<double, map_coefficients> coefficients;
    std::memcpy(coefficients.data(), &seen, sizeof coefficients);
    for (std::size_t m = 0; m < map_coefficients; ++m)
      batch.number[m][batch.size] = coefficients[m];
    for (std::size_t m = 0; m < numbers; ++m)
      batch.number[map_coefficients + m][batch.size] = further[m];
    batch.at[batch.size++] = at;
    if (batch.size == Batch::capacity) integrate(rule);
  }

  /// Integrates what is left.
  void finish() {
    for (std::size_t rule = 0; rule < rules_total; ++rule)
      if (batches_[rule].size > 0) integrate(rule);
  }

 private:
  void integrate(std::size_t rule) {
    Batch& batch = batches_[rule];
    for (auto& row : batch.number)
      std::fill(row + batch.size, row + padded(batch.size), row[batch.size - 1]);
    integrate_(batch, rule_nodes(rule));
    batch.size = 0;
  }

  Integrate integrate_;
  std::unique_ptr<Batch[]> batches_;  ///< one for each rule
};

}  // namespace febem::bem
