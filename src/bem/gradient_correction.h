// Corrects the hypersingular operator on constant panels for the gradient of the pressure (docs/decisions/0007), by first moments of
// static kernels over the panels near a point, which are evaluated many at a time.
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

class NearMoments {
 public:
  /// As seen from the centre of `here`; both must outlive this.
  NearMoments(const PanelQuadrature& quadrature, const PanelShape& here);

  /// Panel j with its kernel: the next number, from zero.
  void add(Index j, const StaticKernel& kernel);
  /// Quadrature points so far.
  core::Count points() const { return points_; }

  /// int (y - c_j) times its kernel over each panel added, by number. Nothing can be added afterwards.
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
  std::unique_ptr<Batch[]> batches_;  ///< one a rule
  core::Count points_ = 0;
};

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
std::vector<GradientTerm> gradient_stencil(const mesh::Surface& surface, const std::vector<Index>& neighbours, Index i);

}  // namespace febem::bem
