// The integrals of the kernels times the functions phi_j of a space of order 1 or 2, for all unknowns at one point: a locally corrected
// Nystrom method (Canino, Ottusch, Stalzer, Visher and Wandzura, J. Comput. Phys. 146 (1998)). The distance of the point from a panel, in
// radii of the panel, decides how it is integrated:
//
//   far: the rule of the nodes, one evaluation of the kernel for each unknown
//   near: product integration by a Gauss rule, on parts of the panel where it is too near for the rule of most points
//   the point is a node of the panel: own_panel.h
#pragma once

#include <array>
#include <optional>

#include "bem/boundary_space.h"
#include "bem/own_panel.h"
#include "bem/panel_kernels.h"
#include "bem/point_grid.h"

namespace febem::bem {

/// Rows of the four operators at a point, one entry for each unknown. With Terms::both_layers the rows of K' and N are empty.
struct OperatorRow {
  explicit OperatorRow(Index size, Terms terms = Terms::hypersingular)
      : s(size), k(size), k_transposed(terms == Terms::hypersingular ? size : 0), n(k_transposed.size()) {}
  std::vector<Complex> s, k, k_transposed, n;
  core::Count flops = 0;  ///< real operations of the kernels
};

/// A point and its normal n_x. Where it is a collocation point, `unknown` is its number.
struct FieldPoint {
  static constexpr Index none = -1;
  Vec3 x, normal;
  Index unknown = none;
};

/// What the integrals over a surface need. Immutable. It does not depend on frequency.
class ProductIntegrals {
 public:
  /// Refers to `space`, a space on `surface` of order 1 or 2, which must outlive this.
  ProductIntegrals(const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels);

  OperatorRow row(const FieldPoint& at, double wavenumber, Terms terms) const;

  struct Cost {
    core::Count flops = 0, near_panels = 0;
  };
  /// The cost of row(), without computing it.
  Cost cost(const FieldPoint& at, Terms terms) const;

  /// Distance of the point from the centre of a panel in units of the radius, beyond which the panel is far.
  static double far_from(int order) { return order == 1 ? 16 : 10; }

 private:
  /// A Gauss rule on the reference square or triangle.
  struct Rule {
    std::vector<Vector2d> at;
    std::vector<double> weight;
  };
  /// The part of a reference panel that a + u r + v s makes of the reference panel.
  struct Part {
    Vector2d a, u, v;
  };

  template <class Use>
  void for_each_near(const FieldPoint& at, Use&& use) const;
  /// Calls leaf(part, rule) for parts that make up panel j.
  template <class Leaf>
  void for_each_leaf(Index j, const Vec3& x, Leaf&& leaf) const;
  template <class Leaf>
  void for_each_leaf(const CurvedPanel& panel, const Part& part, const Vec3& x, int depth, Leaf&& leaf) const;
  void add_near(const FieldPoint& at, Index j, double wavenumber, OperatorRow& row) const;
  void add(Index j, const PanelColumns& integrals, OperatorRow& row) const;
  void clear(Index j, OperatorRow& row) const;

  const BoundarySpace& space_;
  const PanelKernels& kernels_;
  std::vector<double> x_, y_, z_, mass_;  ///< of the unknowns, padded
  double largest_radius_ = 0;
  std::optional<PointGrid> centres_;
  std::vector<PanelReconstruction> further_;  ///< by panel
  std::array<std::vector<Rule>, 2> rules_;    ///< of triangles and squares, by number
};

}  // namespace febem::bem
