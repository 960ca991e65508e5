// The singular integrals of curved panels: those over a panel at one of its own collocation points.
#pragma once

#include "bem/moment_sums.h"

namespace febem::bem {

/// The moments (panel_kernels.h) of h and b over a panel of order 1 or 2 at the point `xi` of it,
/// that of N as a finite part, with a relative error below 1e-10.
void own_panel(const CurvedPanel& panel, const Vector2d& xi, const PanelKernels& kernels,
    const RowEquation& row, int order, PanelMoments& sums);

/// Quadrature points of own_panel().
core::Count own_panel_points(const CurvedPanel& panel, const Vector2d& xi);

}  // namespace febem::bem
