// First moments of static kernels over the panels near a point, evaluated many at a time.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "bem/map_batch.h"
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

}  // namespace febem::bem
