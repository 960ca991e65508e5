// The gradient correction: corrects the hypersingular operator N on constant panels for the
// gradient of the pressure (docs/decisions/0007). It uses the first moments of a static kernel over
// the panels near a point. Many moments are evaluated at a time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "bem/panel_quadrature.h"

namespace febem::bem {

/// The kernel (a - b (d.n_x) / r^2) / r^3.
struct StaticKernel {
  double a, b;
};

/// Distance beyond which fade() is 0, in units of the greater radius of the two panels.
inline constexpr double fade_reach = 4;
/// The weight of the correction on the panel `there`, seen from the centre of `here`: 1 within half
/// of fade_reach, 0 beyond it.
double fade(const PanelShape& here, const PanelShape& there);

/// The integrals of (y - c_j) times a static kernel over panels j near the centre of `here`, times
/// fade(). `kernel(j)` gives the kernel for panel j; without one the panel is left out. Without
/// `evaluate` the points are counted only.
struct NearMoments {
  struct Moment {
    Index panel;
    double weight;  ///< fade()
    Vec3 value = Vec3::Zero();
  };
  std::vector<Moment> moments;
  core::Count points = 0;  ///< quadrature points that were used
};
NearMoments near_moments(const PanelQuadrature& quadrature, const PanelShape& here,
    const std::function<std::optional<StaticKernel>(Index j)>& kernel, bool evaluate);

/// delta_i, dimensionless: the sum of the first moments of the static kernel of N over the panels
/// near i. With it N p at x_i is sum_j N_ij p_j + delta_i . grad p, as if the pressure had this
/// gradient on all panels near i.
struct GradientDefect {
  Vec3 value;
  core::Count points = 0;  ///< quadrature points that were used
};
GradientDefect gradient_defect(const PanelQuadrature& quadrature, Index i, bool evaluate = true);

/// A term of a gradient that is written as sum_m weight_m p_m.
struct GradientTerm {
  Index panel;
  Vec3 weight;  ///< 1/m
};
/// The terms of the tangential gradient at c_i, by least squares over the neighbours with weights
/// 1/d^2, d their distance.
std::vector<GradientTerm> gradient_stencil(
    const mesh::Surface& surface, const std::vector<Index>& neighbours, Index i);

}  // namespace febem::bem
