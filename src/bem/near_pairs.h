// Pairs of a point and a panel, or a part of one, that are near each other: gathered rule by rule, evaluated many at a time.
#pragma once

#include <array>
#include <memory>

#include "bem/map_batch.h"
#include "bem/panel_rule.h"
#include "bem/panel_sums.h"

namespace febem::bem {

class NearPairs {
 public:
  /// Adds to `sums`, which must outlive this; `normal` is n_x of every point, read for Terms::hypersingular only.
  NearPairs(const PanelKernels& kernels, double wavenumber, const Vec3& normal, PanelSums& sums);

  /// A panel or part with this map seen from x, to be added to entry `at` of the sums.
  void add(const Vec3& x, const PanelMap& map, std::size_t rule, std::size_t at);

  /// Evaluates what is left.
  void finish();

 private:
  struct Batch {
    MapBatch maps;
    std::array<std::size_t, MapBatch::capacity> at;
  };
  void evaluate(std::size_t rule);

  const PanelKernels& kernels_;
  double wavenumber_;
  Observer observer_;
  PanelSums& sums_;
  PanelSums batch_sums_;
  std::unique_ptr<Batch[]> batches_;  ///< one a rule
};

}  // namespace febem::bem
