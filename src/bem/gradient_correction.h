// The gradient correction: corrects the hypersingular operator N on constant panels for the gradient of the pressure
// (docs/decisions/0007). It uses the first moments of a static kernel over the panels near a point. Many moments are evaluated at a time.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "bem/panel_map.h"
#include "bem/panel_quadrature.h"

namespace febem::bem {

/// The kernel (a - b (d.n_x) / r^2) / r^3.
struct StaticKernel {
  double a, b;
};

/// First moments of static kernels over panels, as seen from the centre of one panel.
class NearMoments {
 public:
  /// The moments seen from the centre of `here`. Both arguments must outlive this.
  NearMoments(const PanelQuadrature& quadrature, const PanelShape& here);

  /// Adds panel j with its kernel. Panels are numbered from zero in the order in which they are added.
  void add(Index j, const StaticKernel& kernel);
  /// The number of quadrature points so far.
  core::Count points() const { return points_; }

  /// The integral of (y - c_j) times the kernel over each added panel j, by number. No panel can be added afterwards.
  std::vector<Vec3> finish() &&;

 private:
  struct Batch {
    MapBatch maps;
    std::array<std::size_t, MapBatch::capacity> at;
    double a[MapBatch::capacity], b[MapBatch::capacity];
    double from_centre[3][MapBatch::capacity];  ///< x - c
  };
  void add_part(const PanelMap& map, std::size_t rule, const StaticKernel& kernel, const Vec3& centre);
  void evaluate(std::size_t rule);

  const PanelQuadrature& quadrature_;
  const PanelShape& here_;
  std::vector<Vec3> moments_;
  std::unique_ptr<Batch[]> batches_;  ///< one for each rule
  core::Count points_ = 0;
};

/// Distance beyond which fade() is 0, in units of the greater radius of the two panels.
inline constexpr double fade_reach = 4;
/// The weight of the correction on the panel `there`, seen from the centre of `here`: 1 within half of fade_reach, 0 beyond it.
double fade(const PanelShape& here, const PanelShape& there);

/// For each panel the other panels that share a vertex with it, in ascending order.
std::vector<std::vector<Index>> vertex_neighbours(const mesh::Surface& surface);

/// delta_i, dimensionless: the sum of the first moments of the static kernel of N over the panels near i. With it N p at x_i is
/// sum_j N_ij p_j + delta_i . grad p, as if the pressure had this gradient on all panels near i.
struct GradientDefect {
  Vec3 value;
  core::Count points = 0;  ///< quadrature points that were used
};
GradientDefect gradient_defect(const PanelQuadrature& quadrature, Index i);
/// GradientDefect::points of panel i, without computing the defect.
core::Count gradient_defect_points(const PanelQuadrature& quadrature, Index i);

/// Real operations of gradient_defect() at each quadrature point.
inline constexpr int gradient_defect_flops = moment_flops;

/// A term of a gradient that is written as sum_m weight_m p_m.
struct GradientTerm {
  Index panel;
  Vec3 weight;  ///< 1/m
};
/// The terms of the tangential gradient at c_i, by least squares over the neighbours with weights 1/d^2, d their distance.
std::vector<GradientTerm> gradient_stencil(const mesh::Surface& surface, const std::vector<Index>& neighbours, Index i);

}  // namespace febem::bem
