// Gauss rules on one panel.
#pragma once

#include <array>
#include <span>

#include "bem/panel_map.h"

namespace febem::bem {

/// Quadrature points in space with weights (m^2), one array a coordinate so that loops over them run in vectors.
struct PointView {
  const double *x, *y, *z, *weight;
  int size;
};

/// Room for the points of any rule.
struct PointBuffer {
  static constexpr int capacity = 64;
  std::array<double, capacity> x, y, z, weight;
  int size = 0;

  PointView view() const { return {x.data(), y.data(), z.data(), weight.data(), size}; }
};

/// A rule of `order` points in each direction; triangles have symmetric rules of 3 and 7 points at orders 2 and 3.
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
/// Number of a rule, from zero. `order` is one of rule_orders.
constexpr std::size_t rule_number(int corner_count, int order) {
  std::size_t number = corner_count == 3 ? rule_orders.size() : 0;
  for (const int smaller : rule_orders) number += smaller < order;
  return number;
}

/// Nodes and weights of a rule on the square of panel_map.h.
NodeArrays rule_nodes(std::size_t number);

/// Points and weights of the rule; the weights add up to the area. `order` is one of rule_orders.
PointBuffer rule_points(const PanelShape& shape, int order);

}  // namespace febem::bem
