// Gauss rules on panels. A panel that is far from the collocation point takes few quadrature
// points, a near panel takes many, and a very near panel is split.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "bem/panel_shape.h"
#include "bem/point_grid.h"
#include "bem/row_integrals.h"

namespace febem::bem {

/// The points of a rule in space with weights (m^2). Each coordinate has an array of its own, so
/// that loops over the points run in vectors.
struct RulePoints {
  static constexpr int capacity = 64;
  std::array<double, capacity> x, y, z, weight;
  int size = 0;

  Vec3 point(int q) const { return {x[q], y[q], z[q]}; }
};

/// The rules integrate the kernels over a panel, or a part of a panel, with a relative error of
/// about 1e-6. The points of the first two are stored. Nearer than the last a panel must be split.
/// Triangles have symmetric rules of 3 and 7 points at orders 2 and 3.
inline constexpr std::array<DistanceRule, 5> distance_rules{
    {{16, 2}, {7, 3}, {4.2, 4}, {2.8, 5}, {1.6, 8}}};
inline constexpr std::size_t stored_distance_rules = 2;

/// The first rule that is enough for a panel seen from a point; distance_rules.size() if there is
/// none.
inline std::size_t rule_for(const PanelShape& shape, const Vec3& from) {
  return first_enough(
      distance_rules, (from - shape.centre).squaredNorm() / (shape.radius * shape.radius));
}

/// All rules have numbers: those for quadrilaterals, then those for triangles.
constexpr std::size_t rule_number(int corner_count, std::size_t rule) {
  return rule + (corner_count == 3 ? distance_rules.size() : 0);
}
/// Nodes and weights on the square of panel_shape.h.
NodeArrays rule_nodes(std::size_t number);

/// Points of a rule on a panel. The weights add up to the area.
RulePoints rule_points(const PanelShape& shape, std::size_t rule);

/// Points around collocation point j, and weights that add up to M_j, for an integrand that varies
/// with the wavelength alone, as a plane wave does. With order 1 and 2 they are the rule of the
/// nodes.
RulePoints wave_points(
    const mesh::Surface& surface, const BoundarySpace& space, Index j, double wavenumber);

/// A part this often split is nearer than rounding to a point on the panel itself.
inline constexpr int most_splits = 24;

/// Splits a panel until each part is far enough for a rule, and calls leaf(part, rule) for each
/// part.
template <class Leaf>
void for_each_leaf(const PanelShape& shape, const Vec3& from, Leaf&& leaf, int splits = 0) {
  const std::size_t rule = rule_for(shape, from);
  if (rule < distance_rules.size())
    leaf(shape, rule);
  else if (splits == most_splits)
    leaf(shape, rule - 1);
  else
    for (const PanelShape& part : split(shape)) for_each_leaf(part, from, leaf, splits + 1);
}

/// The panels of a surface as rules need them. Immutable.
struct PanelQuadrature {
  explicit PanelQuadrature(
      const mesh::Surface& surface, const PanelKernels& of = chosen_panel_kernels());

  const PanelKernels& kernels;
  std::vector<PanelShape> shapes;
  std::vector<PanelMap> maps;
  double largest_radius = 0;
  PointGrid grid;  ///< of the centres
};

/// Pairs of a point and a part of a panel, gathered rule by rule and integrated many at a time.
class PairBatches {
 public:
  /// Further numbers of a pair, as many as the kernel reads.
  using Further = std::array<double, 5>;

  /// Pairs of one rule.
  struct Batch {
    static constexpr std::size_t capacity = 32;
    static_assert(capacity % padding == 0);

    std::size_t size = 0;
    MapArrays maps;
    std::array<const double*, std::tuple_size_v<Further>> further;
    std::size_t at[capacity];
    /// Coefficients of maps, then `further`; the last pair is repeated up to padded(size).
    double number[map_coefficients + std::tuple_size_v<Further>][capacity];
  };
  using Integrate = std::function<void(const Batch&, const NodeArrays&)>;

  /// Without `integrate` pairs are only counted. Refers to `quadrature`.
  PairBatches(const PanelQuadrature& quadrature, Integrate integrate);

  /// Adds panel j, or the parts that it must be split into, as seen from x. The batch has `at` and
  /// `further` with each of them. Returns the number of points.
  core::Count add(const Vec3& x, Index j, std::size_t at, const Further& further);
  /// Integrates the remaining pairs.
  void finish();

 private:
  void integrate(std::size_t rule);

  const PanelQuadrature& quadrature_;
  Integrate integrate_;
  static constexpr std::size_t total = 2 * distance_rules.size();
  std::unique_ptr<Batch[]> batches_;  ///< by number of the rule
};

}  // namespace febem::bem
