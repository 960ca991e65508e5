// A reconstruction of the density one order higher than its space: on each panel the polynomial of
// order m + 1 that is nearest to the values on it and on its neighbours.
//
// The interpolation of a density on a panel differs from it by e = O(h^{m+1}), and N, whose kernel
// falls as r^-3, feels e / h: with order 1 N has an error O(h) on any mesh. Let t be coordinates in
// a plane through the panel, and g = sum_f c_f t^f the polynomial of order m + 1 that fits the
// values at the nodes of the panel and of its neighbours best. The density on the panel is then
//
//   sum_j p_j phi_j + sum_f (sum_n C_fn p_n) e_f,
//       e_f of panel_basis.h, C_fn the part of e_f in g
//
// e_f is 0 at the nodes, so that the rule of the nodes, which integrates far panels, does not see
// it.
#pragma once

#include "bem/boundary_space.h"
#include "bem/panel_basis.h"

namespace febem::bem {

/// The reconstruction on one panel.
struct PanelReconstruction {
  std::vector<Index> unknowns;
  la::RealMatrix coefficients;  ///< C, functions x unknowns; empty with too few neighbours
};

/// The reconstruction on each panel. `bases` are those of triangles and squares. An edge is sharp
/// where the normals of two panels at a common vertex differ by more than mesh::sharp_turn.
std::vector<PanelReconstruction> reconstructions(const mesh::Surface& surface,
    const BoundarySpace& space, const std::array<PanelBasis, 2>& bases);

}  // namespace febem::bem
