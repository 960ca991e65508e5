// Corrects the hypersingular operator on constant panels for the gradient of the pressure (docs/decisions/0007).
#pragma once

#include <vector>

#include "bem/panel_quadrature.h"

namespace febem::bem {

/// Weight of the correction on the panel `there`, seen from the centre of `here`: 1 within half the reach, 0 beyond it.
inline constexpr double fade_reach = 4;  ///< of the greater radius
double fade(const PanelShape& here, const PanelShape& there);

/// For each panel the others that share a vertex with it, ascending.
std::vector<std::vector<Index>> vertex_neighbours(const mesh::Surface& surface);

/// delta_i: the first moments of the static kernel of N over the panels near i, 1. N p at x_i is
/// sum_j N_ij p_j + delta_i . grad p, as if the pressure were linear with this gradient on all of them.
struct GradientDefect {
  Vec3 value;
  core::Count points = 0;  ///< quadrature points it took
};
GradientDefect gradient_defect(const PanelQuadrature& quadrature, Index i);
/// GradientDefect::points.
core::Count gradient_defect_points(const PanelQuadrature& quadrature, Index i);

/// Real operations at each of its points.
inline constexpr int gradient_defect_flops = moment_flops;

/// The tangential gradient at c_i as sum_m weight_m p_m, by least squares over the neighbours with weights 1/d^2.
struct GradientTerm {
  Index panel;
  Vec3 weight;  ///< 1/m
};
std::vector<GradientTerm> gradient_stencil(const mesh::Surface& surface, const std::vector<Index>& neighbours,
                                           Index i);

}  // namespace febem::bem
