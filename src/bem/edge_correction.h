// The edge correction: lets the double layer K on constant panels see the gradient of the pressure
// beside sharp edges.
//
// On a smooth surface K hardly depends on the variation of p along a panel, because a nearby panel
// lies almost in the plane of x_i. A panel on the other side of a sharp edge does not lie in that
// plane. There K p has an error proportional to the step of the pressure from panel to panel. The
// first moments
//
//   m_ij = w_ij int_j dG0/dn_y (y - c_j) dS,    dG0/dn_y = d.n_y / (4 pi r^3),    w_ij = fade()
//
// of the panels j beyond the edge correct this error: K p at x_i becomes sum_j K_ij p_j + m_ij .
// (f_j grad_j p). The gradient comes from the stencil over the panels on j's side. At a convex edge
// p varies with the distance r from the edge as r^lambda, where lambda = pi / (pi + turn) (Jackson,
// Classical Electrodynamics, section 2.11). On the panel 0 < r < h the best straight line stands
// for p. Its gradient is f times the gradient between the centroids h/2 and 3h/2:
//
//   f = 12 (1/(lambda + 2) - 1/(2 lambda + 2)) / ((3/2)^lambda - (1/2)^lambda),
//       1.32 where the faces are at right angles.
//
// On panels that do not touch the edge f = 1. At a concave edge p is smooth, and f = 1 too.
#pragma once

#include <span>

#include "bem/gradient_correction.h"

namespace febem::bem {

/// The factor f at a convex edge where the normal turns by this angle, radians.
double edge_gradient_factor(double turn);

/// The edge correction of a surface. Immutable. A surface without sharp edges has no correction.
class EdgeCorrection {
 public:
  /// `neighbours` is the result of vertex_neighbours(). O(panels x sharp edges).
  EdgeCorrection(const mesh::Surface& surface, const std::vector<std::vector<Index>>& neighbours);

  /// Adds `factor` times the correction of row i of K to `row` (surface.size() entries), unless
  /// that is empty. Returns the number of quadrature points, each of moment_flops operations.
  core::Count add(
      const PanelQuadrature& quadrature, Index i, double factor, std::span<Complex> row) const;

 private:
  std::vector<std::vector<GradientTerm>>
      gradients_;       ///< f_j grad_j by panel; empty where there is no sharp edge
  bool smooth_ = true;  ///< whether all of `gradients_` are empty
};

}  // namespace febem::bem
