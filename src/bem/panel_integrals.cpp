#include "bem/panel_integrals.h"

#include <algorithm>

#include "bem/near_pairs.h"

namespace febem::bem {

namespace {

std::vector<Vec3> centres(const PanelQuadrature& quadrature) {
  std::vector<Vec3> all;
  for (Index j = 0; j < quadrature.size(); ++j) all.push_back(quadrature.shape(j).centre);
  return all;
}

}  // namespace

PanelIntegrals::PanelIntegrals(const mesh::Surface& surface, const PanelKernels& kernels)
    : quadrature_(surface, kernels), centres_(centres(quadrature_)), entries_(centres_.size()) {
  for (const int corners : {4, 3}) add_kind(corners);
  for (Index j = 0; j < size(); ++j) coarse_points_ += quadrature_.coarse_points(j);
}

void PanelIntegrals::add_kind(int corners) {
  std::vector<Index> panels;
  for (Index j = 0; j < size(); ++j)
    if (quadrature_.shape(j).corner_count == corners) panels.push_back(j);
  if (panels.empty()) return;
  const std::size_t count = padded(panels.size());
  const int points = rule_size(corners, rule_orders.front());
  Kind kind{entries_total_, count, points, {}, {}, {}, {}};
  for (auto* const array : {&kind.x, &kind.y, &kind.z, &kind.weight}) array->resize(points * count);
  for (std::size_t p = 0; p < count; ++p) {
    const Index j = panels[std::min(p, panels.size() - 1)];
    const PointBuffer rule = rule_points(quadrature_.shape(j), rule_orders.front());
    for (int q = 0; q < points; ++q) {
      const std::size_t at = q * count + p;
      kind.x[at] = rule.x[q];
      kind.y[at] = rule.y[q];
      kind.z[at] = rule.z[q];
      kind.weight[at] = rule.weight[q];
    }
    centre_x_.push_back(centres_[j].x());
    centre_y_.push_back(centres_[j].y());
    centre_z_.push_back(centres_[j].z());
    if (p < panels.size()) entries_[j] = entries_total_ + p;
  }
  entries_total_ += count;
  kinds_.push_back(std::move(kind));
}

template <class Use>
void PanelIntegrals::for_each_near(const Vec3& x, Index left_out, Use&& use) const {
  quadrature_.for_each_near(x, far_away * quadrature_.largest_radius(), [&](Index j) {
    if (j != left_out && !quadrature_.far(x, j)) use(j);
  });
}

template <class Use>
void PanelIntegrals::for_each_near_centre(Index i, Use&& use) const {
  quadrature_.for_each_near(centres_[i], far_away * quadrature_.shape(i).radius, [&](Index j) {
    if (j != i && !quadrature_.far(centres_[j], i)) use(j);
  });
}

PanelSums PanelIntegrals::seen_from(const Vec3& x, const Vec3& normal, double wavenumber, Terms terms, Index left_out) const {
  PanelSums sums(entries_total_, terms);
  const Observer observer{x.x(), x.y(), x.z(), normal.x(), normal.y(), normal.z()};
  for (const Kind& kind : kinds_)
    quadrature_.kernels().seen_from[static_cast<std::size_t>(terms)](wavenumber, observer, kind.arrays(), kind.count, sums.arrays(kind.first));
  sums.points = coarse_points_;
  if (left_out != none) {
    sums.clear(entries_[left_out]);
    sums.points -= quadrature_.coarse_points(left_out);
  }
  NearPairs pairs(quadrature_.kernels(), wavenumber, normal, sums);
  for_each_near(x, left_out, [&](Index j) {
    sums.clear(entries_[j]);
    const auto add = [&](const PanelMap& map, std::size_t rule) { pairs.add(x, map, rule, entries_[j]); };
    sums.points += quadrature_.for_each_part(x, j, add) - quadrature_.coarse_points(j);
  });
  pairs.finish();
  return sums;
}

PanelSums PanelIntegrals::seen_by_others(Index i, double wavenumber) const {
  PanelSums sums(entries_total_, Terms::double_layer);
  const PointBuffer coarse = rule_points(quadrature_.shape(i), rule_orders.front());
  const PointArrays panel{coarse.x.data(), coarse.y.data(), coarse.z.data(), coarse.weight.data(), 1, coarse.size};
  const PointArrays others{centre_x_.data(), centre_y_.data(), centre_z_.data(), nullptr, 1, 1};
  quadrature_.kernels().seen_by(wavenumber, others, panel, entries_total_, sums.arrays());
  sums.clear(entries_[i]);
  sums.points = (size() - 1) * panel.points;
  NearPairs pairs(quadrature_.kernels(), wavenumber, Vec3::Zero(), sums);
  for_each_near_centre(i, [&](Index j) {
    sums.clear(entries_[j]);
    const auto add = [&](const PanelMap& map, std::size_t rule) { pairs.add(centres_[j], map, rule, entries_[j]); };
    sums.points += quadrature_.for_each_part(centres_[j], i, add) - panel.points;
  });
  pairs.finish();
  return sums;
}

SumCost PanelIntegrals::cost_seen_from(const Vec3& x, Index left_out) const {
  SumCost cost{coarse_points_ - (left_out == none ? 0 : quadrature_.coarse_points(left_out))};
  for_each_near(x, left_out, [&](Index j) {
    cost.points += quadrature_.points(x, j) - quadrature_.coarse_points(j);
    ++cost.near_panels;
  });
  return cost;
}

SumCost PanelIntegrals::cost_seen_by_others(Index i) const {
  const int coarse = quadrature_.coarse_points(i);
  SumCost cost{(size() - 1) * coarse};
  for_each_near_centre(i, [&](Index j) {
    cost.points += quadrature_.points(centres_[j], i) - coarse;
    ++cost.near_panels;
  });
  return cost;
}

}  // namespace febem::bem
