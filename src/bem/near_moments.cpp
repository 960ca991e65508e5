#include "bem/near_moments.h"

namespace febem::bem {

NearMoments::NearMoments(const PanelQuadrature& quadrature, const PanelShape& here)
    : quadrature_(quadrature), here_(here), batches_(std::make_unique_for_overwrite<Batch[]>(rules_total)) {}

void NearMoments::add(Index j, const StaticKernel& kernel) {
  moments_.push_back(Vec3::Zero());
  points_ += quadrature_.for_each_part(here_.centre, j, [&](const PanelMap& map, std::size_t rule) {
    add_part(map, rule, kernel, quadrature_.shape(j).centre);
  });
}

void NearMoments::add_part(const PanelMap& map, std::size_t rule, const StaticKernel& kernel, const Vec3& centre) {
  Batch& batch = batches_[rule];
  const std::size_t pair = batch.maps.add(here_.centre, map);
  batch.at[pair] = moments_.size() - 1;
  batch.a[pair] = kernel.a;
  batch.b[pair] = kernel.b;
  for (int axis = 0; axis < 3; ++axis) batch.from_centre[axis][pair] = here_.centre[axis] - centre[axis];
  if (batch.maps.full()) evaluate(rule);
}

void NearMoments::evaluate(std::size_t rule) {
  Batch& batch = batches_[rule];
  auto& maps = batch.maps;
  for (double* const values : {batch.a, batch.b, batch.from_centre[0], batch.from_centre[1], batch.from_centre[2]}) maps.repeat_last(values);
  const Observer observer{0, 0, 0, here_.normal.x(), here_.normal.y(), here_.normal.z()};
  double sums[3][MapBatch::capacity];
  quadrature_.kernels().moments(observer, maps.arrays(), rule_nodes(rule),
                                {batch.a, batch.b, batch.from_centre[0], batch.from_centre[1], batch.from_centre[2]}, padded(maps.size),
                                {sums[0], sums[1], sums[2]});
  for (std::size_t pair = 0; pair < maps.size; ++pair) moments_[batch.at[pair]] += Vec3(sums[0][pair], sums[1][pair], sums[2][pair]);
  maps.size = 0;
}

std::vector<Vec3> NearMoments::finish() && {
  for (std::size_t rule = 0; rule < rules_total; ++rule)
    if (batches_[rule].maps.size > 0) evaluate(rule);
  return std::move(moments_);
}

}  // namespace febem::bem
