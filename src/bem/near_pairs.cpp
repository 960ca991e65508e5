#include "bem/near_pairs.h"

namespace febem::bem {

NearPairs::NearPairs(const PanelKernels& kernels, double wavenumber, const Vec3& normal, PanelSums& sums)
    : kernels_(kernels),
      wavenumber_(wavenumber),
      observer_{0, 0, 0, normal.x(), normal.y(), normal.z()},
      sums_(sums),
      batch_sums_(MapBatch::capacity, sums.terms()),
      batches_(std::make_unique_for_overwrite<Batch[]>(rules_total)) {}

void NearPairs::add(const Vec3& x, const PanelMap& map, std::size_t rule, std::size_t at) {
  Batch& batch = batches_[rule];
  batch.at[batch.maps.add(x, map)] = at;
  if (batch.maps.full()) evaluate(rule);
}

void NearPairs::evaluate(std::size_t rule) {
  auto& [maps, at] = batches_[rule];
  const auto integrate = kernels_.mapped[static_cast<std::size_t>(sums_.terms())];
  integrate(wavenumber_, observer_, maps.arrays(), rule_nodes(rule), padded(maps.size), batch_sums_.arrays());
  for (std::size_t pair = 0; pair < maps.size; ++pair) sums_.add(at[pair], batch_sums_, pair);
  maps.size = 0;
}

void NearPairs::finish() {
  for (std::size_t rule = 0; rule < rules_total; ++rule)
    if (batches_[rule].maps.size > 0) evaluate(rule);
}

}  // namespace febem::bem
