#include "bem/panel_integrals.h"

#include <algorithm>

namespace febem::bem {

namespace {

constexpr std::array<int, 2> stored_orders{2, 3};

std::vector<Vec3> centres(const PanelQuadrature& quadrature) {
  std::vector<Vec3> all;
  for (Index j = 0; j < quadrature.size(); ++j) all.push_back(quadrature.shape(j).centre);
  return all;
}

/// Orthonormal axes by row that turn with the body: the first edge of the first panel, and its
/// normal.
Eigen::Matrix3d axes_of_body(const mesh::Surface& surface) {
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  if (surface.size() == 0) return axes;
  const auto& v = surface.panels.front().vertices;
  axes.row(0) = (surface.points[v[1]] - surface.points[v[0]]).normalized();
  axes.row(2) = axes.row(0).cross(surface.normals.front()).normalized();
  axes.row(1) = axes.row(2).cross(axes.row(0));
  return axes;
}

PointArrays arrays(const RulePoints& points) {
  return {points.x.data(), points.y.data(), points.z.data(), points.weight.data(), 1, points.size};
}

}  // namespace

PanelIntegrals::PanelIntegrals(const mesh::Surface& surface, const PanelKernels& kernels)
    : quadrature_(surface, kernels), centres_(centres(quadrature_)), entries_(centres_.size()) {
  BodyFrame frame{axes_of_body(surface), {}};
  for (const Vec3& centre : centres_) frame.centres.push_back(frame.axes * centre);
  for (const int corners : {4, 3}) add_kind(corners, frame);
}

void PanelIntegrals::add_kind(int corners, const BodyFrame& frame) {
  std::vector<Index> panels;
  for (Index j = 0; j < size(); ++j)
    if (quadrature_.shape(j).corner_count == corners) panels.push_back(j);
  if (panels.empty()) return;
  panels = compact_order(frame.centres, std::move(panels), padding);
  const std::size_t first = centre_x_.size(), count = padded(panels.size());
  for (std::size_t p = 0; p < panels.size(); ++p) entries_[panels[p]] = first + p;
  for (std::size_t p = 0; p < panels.size(); p += padding)
    add_block({panels.begin() + p, panels.begin() + std::min(p + padding, panels.size())}, frame);
  panels.resize(count, panels.back());

  for (const Index j : panels) {
    centre_x_.push_back(centres_[j].x());
    centre_y_.push_back(centres_[j].y());
    centre_z_.push_back(centres_[j].z());
  }
  kinds_.push_back({first, count,
      {stored_rule(panels, stored_orders[0]), stored_rule(panels, stored_orders[1])}});
}

PanelIntegrals::StoredRule PanelIntegrals::stored_rule(
    const std::vector<Index>& panels, int order) const {
  StoredRule rule{rule_size(quadrature_.shape(panels.front()).corner_count, order), {}, {}, {}, {}};
  for (auto* const array : {&rule.x, &rule.y, &rule.z, &rule.weight})
    array->resize(rule.points * panels.size());
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const RulePoints points = rule_points(quadrature_.shape(panels[p]), order);
    for (int q = 0; q < rule.points; ++q) {
      const std::size_t at = q * panels.size() + p;
      rule.x[at] = points.x[q];
      rule.y[at] = points.y[q];
      rule.z[at] = points.z[q];
      rule.weight[at] = points.weight[q];
    }
  }
  return rule;
}

void PanelIntegrals::add_block(std::vector<Index> panels, const BodyFrame& frame) {
  Eigen::AlignedBox3d box;
  for (const Index j : panels) box.extend(frame.centres[j]);
  Block block{frame.axes.transpose() * box.center(), 0, 0, std::move(panels)};
  for (const Index j : block.panels) {
    block.reach = std::max(block.reach, (centres_[j] - block.centre).norm());
    block.radius = std::max(block.radius, quadrature_.shape(j).radius);
  }
  blocks_.push_back(std::move(block));
}

PointArrays PanelIntegrals::Kind::points(bool fine, std::size_t entry) const {
  const auto& [points, x, y, z, weight] = rules[fine];
  const std::size_t at = entry - first;
  return {&x[at], &y[at], &z[at], &weight[at], count, points};
}

PanelIntegrals::Choice PanelIntegrals::choose(const Pairs& pairs) const {
  const auto& [x, left_out, seen] = pairs;
  const auto shape_seen = [&](Index j) -> const PanelShape& {
    return quadrature_.shape(pair(pairs, j).panel);
  };
  Choice choice{std::vector<char>(blocks_.size()), {}};
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    const double squared = (x - block.centre).squaredNorm(),
                 radius = seen == none ? block.radius : quadrature_.shape(seen).radius;
    const auto all_beyond = [&](double radii) {
      const double distance = radii * radius + block.reach;
      return squared >= distance * distance;
    };
    const bool fine = !all_beyond(order_2_from);
    choice.fine[b] = fine;
    const core::Count points =
        rule_size(shape_seen(block.panels.front()).corner_count, stored_orders[fine]);
    choice.points += points * std::ssize(block.panels);
    if (all_beyond(order_3_from)) continue;
    for (const Index j : block.panels) {
      if (j != left_out && !PanelQuadrature::near(x, centres_[j], shape_seen(j).radius)) continue;
      choice.points -= points;
      if (j != left_out) choice.near.push_back(j);
    }
  }
  return choice;
}

template <class Use>
void PanelIntegrals::for_each_run(const Choice& choice, Use&& use) const {
  for (const Kind& kind : kinds_) {
    const std::size_t end = kind.first + kind.count;
    for (std::size_t from = kind.first, to; from < end; from = to) {
      const char fine = choice.fine[from / padding];
      to = from + padding;
      while (to < end && choice.fine[to / padding] == fine) to += padding;
      use(kind, from, to - from, fine != 0);
    }
  }
}

void PanelIntegrals::add_near(const Pairs& pairs, const Choice& choice, double wavenumber,
    const Vec3& normal, PanelSums& sums) const {
  const Observer observer{0, 0, 0, normal.x(), normal.y(), normal.z()};
  const auto kernel = quadrature_.kernels().mapped[static_cast<std::size_t>(sums.terms())];
  PanelSums parts(PairBatches<0>::Batch::capacity, sums.terms());
  PairBatches<0> batches([&](const auto& batch, const NodeArrays& nodes) {
    kernel(wavenumber, observer, batch.maps(), nodes, padded(batch.size), parts.arrays());
    for (std::size_t pair = 0; pair < batch.size; ++pair) sums.add(batch.at[pair], parts, pair);
  });
  for (const Index j : choice.near) {
    const auto [x, panel] = pair(pairs, j);
    const std::size_t entry = entries_[j];
    sums.clear(entry);
    sums.points += quadrature_.for_each_part(x, panel,
        [&, &x = x](const PanelMap& map, std::size_t rule) { batches.add(x, map, rule, entry); });
  }
  batches.finish();
}

SumCost PanelIntegrals::cost(const Pairs& pairs) const {
  const Choice choice = choose(pairs);
  SumCost cost{choice.points, std::ssize(choice.near)};
  for (const Index j : choice.near) {
    const auto [x, panel] = pair(pairs, j);
    cost.points += quadrature_.points(x, panel);
  }
  return cost;
}

PanelSums PanelIntegrals::over_panels_at_point(
    const Vec3& x, const Vec3& normal, double wavenumber, Terms terms, Index left_out) const {
  PanelSums sums(centre_x_.size(), terms);
  const Observer observer{x.x(), x.y(), x.z(), normal.x(), normal.y(), normal.z()};
  const auto integrate =
      quadrature_.kernels().over_panels_at_point[static_cast<std::size_t>(terms)];
  const Pairs pairs{x, left_out};
  const Choice choice = choose(pairs);
  for_each_run(choice, [&](const Kind& kind, std::size_t entry, std::size_t count, bool fine) {
    integrate(wavenumber, observer, kind.points(fine, entry), count, sums.arrays(entry));
  });
  sums.points = choice.points;
  if (left_out != none) sums.clear(entries_[left_out]);
  add_near(pairs, choice, wavenumber, normal, sums);
  return sums;
}

PanelSums PanelIntegrals::over_panel_at_points(Index i, double wavenumber) const {
  PanelSums sums(centre_x_.size(), Terms::double_layer);
  const std::array rules{rule_points(quadrature_.shape(i), stored_orders[0]),
      rule_points(quadrature_.shape(i), stored_orders[1])};
  const Pairs pairs{centres_[i], i, i};
  const Choice choice = choose(pairs);
  for_each_run(choice, [&](const Kind&, std::size_t entry, std::size_t count, bool fine) {
    const PointArrays others{
        &centre_x_[entry], &centre_y_[entry], &centre_z_[entry], nullptr, 1, 1};
    quadrature_.kernels().seen_by(
        wavenumber, others, arrays(rules[fine]), count, sums.arrays(entry));
  });
  sums.points = choice.points;
  sums.clear(entries_[i]);
  add_near(pairs, choice, wavenumber, Vec3::Zero(), sums);
  return sums;
}

}  // namespace febem::bem
