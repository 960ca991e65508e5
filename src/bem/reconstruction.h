// A reconstruction of the density one order higher than its space: on each panel the polynomial of order m + 1 that is nearest to the values on it
// and on its neighbours.
//
// The interpolation of a density on a panel differs from it by e = O(h^{m+1}), and N, whose kernel falls as r^-3, feels e / h: with order 1 N has
// an error O(h) on any mesh. Let t be coordinates in a plane through the panel, and g = sum_f c_f t^f the polynomial of order m + 1 that
// fits the values at the nodes of the panel and of its neighbours best. The density on the panel is then
//
//   sum_j p_j phi_j + sum_f c_f e_f,    e_f = t^f - sum_j t^f(node j) phi_j,    c_f = sum_n C_fn p_n
//
// e_f is 0 at the nodes, so that the rule of the nodes, which integrates far panels, does not see it.
#pragma once

#include "bem/boundary_space.h"

namespace febem::bem {

using mesh::PanelFunctions;

/// The reconstruction on one panel.
class PanelReconstruction {
 public:
  static constexpr int most = 9;  ///< functions e_f
  using Values = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most, 1>;

  /// `neighbours` are the panels around panel j on its side of sharp edges. Too few of them leave the panel without functions.
  PanelReconstruction(const BoundarySpace& space, Index j, const std::vector<Index>& neighbours);

  int size() const { return static_cast<int>(coefficients_.rows()); }
  /// t^f at the point y, and their derivatives where y moves along `tangent`.
  Values monomials(const Vec3& y) const;
  Values monomial_derivatives(const Vec3& y, const Vec3& tangent) const;
  /// Makes integrals times e_f from those times t^f, which follow those times phi_j in each column of `integrals`.
  template <class Integrals>
  void reduce(Integrals& integrals) const {
    if (size() > 0) integrals.bottomRows(size()) -= at_nodes_ * integrals.topRows(at_nodes_.cols());
  }

  const std::vector<Index>& unknowns() const { return unknowns_; }
  /// C, functions x unknowns.
  const la::RealMatrix& coefficients() const { return coefficients_; }

 private:
  int order_;                     ///< m + 1
  Vec3 centre_, along_, across_;  ///< of the plane; lengths are in units of the panel's radius
  std::vector<Index> unknowns_;
  la::RealMatrix coefficients_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, PanelFunctions::most> at_nodes_;  ///< t^f(node j)
};

/// The reconstruction on each panel. An edge is sharp where the normals of two panels at a common vertex differ by more than mesh::sharp_turn.
std::vector<PanelReconstruction> reconstructions(const mesh::Surface& surface, const BoundarySpace& space);

}  // namespace febem::bem
