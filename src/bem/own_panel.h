// The singular integrals of curved panels: those over a panel at one of its own collocation points.
#pragma once

#include "bem/curved_panel.h"
#include "bem/reconstruction.h"

namespace febem::bem {

inline constexpr int most_densities = PanelFunctions::most + PanelReconstruction::most;

/// The integrals of S, K, K' and N, by column, over one panel times phi_j, and then times e_f of the reconstruction.
using PanelColumns = Eigen::Matrix<Complex, Eigen::Dynamic, 4, 0, most_densities, 4>;

/// The integrals at node `node` of the panel, that of N as a finite part, with a relative error below 1e-10.
PanelColumns own_panel(const CurvedPanel& panel, const PanelFunctions& functions, const PanelReconstruction& further, int node, double wavenumber);

/// Quadrature points of own_panel().
core::Count own_panel_points(const CurvedPanel& panel, const PanelFunctions& functions, int node);
/// Real operations of own_panel() at each of them.
inline constexpr int own_panel_flops = 200;

}  // namespace febem::bem
