#include "bem/panel_integrals.h"

#include <algorithm>

#include "bem/gradient_correction.h"
#include "bem/self_terms.h"

namespace febem::bem {

namespace {

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

}  // namespace

PanelIntegrals::PanelIntegrals(const mesh::Surface& surface, const PanelKernels& kernels)
    : surface_(surface), quadrature_(surface, kernels), neighbours_(vertex_neighbours(surface)),
      edges_(surface, neighbours_), entries_(surface.panels.size()) {
  BodyFrame frame{axes_of_body(surface), {}};
  for (const Vec3& centre : surface.centroids) frame.centres.push_back(frame.axes * centre);
  for (const int corners : {4, 3}) {
    std::vector<Index> panels;
    for (Index j = 0; j < size(); ++j)
      if (quadrature_.shapes[j].corner_count == corners) panels.push_back(j);
    panels = compact_order(frame.centres, std::move(panels), padding);
    for (std::size_t p = 0; p < panels.size(); p += padding)
      add_block({panels.begin() + p, panels.begin() + std::min(p + padding, panels.size())}, frame);
  }
}

void PanelIntegrals::add_block(std::vector<Index> panels, const BodyFrame& frame) {
  Eigen::AlignedBox3d box;
  for (const Index j : panels) box.extend(frame.centres[j]);
  Block block{panels, frame.axes.transpose() * box.center()};
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const PanelShape& shape = quadrature_.shapes[panels[p]];
    entries_[panels[p]] = blocks_.size() * padding + p;
    block.reach = std::max(block.reach, (shape.centre - block.centre).norm());
    block.radius = std::max(block.radius, shape.radius);
  }
  panels.resize(padding, panels.back());
  for (const Index j : panels) {
    centres_.push_back(centre(j));
    normals_.push_back(surface_.normals[j]);
  }
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    auto& [at, weight, first] = rules_[rule];
    first.push_back(weight.size());
    std::vector<RulePoints> of_panels;
    for (const Index j : panels) of_panels.push_back(rule_points(quadrature_.shapes[j], rule));
    for (int q = 0; q < of_panels.front().size; ++q)
      for (const RulePoints& points : of_panels) {
        at.push_back(points.point(q));
        weight.push_back(points.weight[q]);
      }
  }
  blocks_.push_back(std::move(block));
}

PanelIntegrals::Choice PanelIntegrals::choose(const FieldPoint& at, bool transposed) const {
  Choice choice{std::vector<char>(blocks_.size()), {}};
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    const PanelShape& one = shape(at, block.panels.front(), transposed);
    const double squared = (at.x - block.centre).squaredNorm(),
                 radius = transposed ? one.radius : block.radius;
    const auto all_beyond = [&](double radii) {
      const double distance = radii * radius + block.reach;
      return squared >= distance * distance;
    };
    const bool fine = !all_beyond(distance_rules[0].from);
    choice.fine[b] = fine;
    const core::Count points = rule_nodes(rule_number(one.corner_count, fine)).size;
    choice.points += points * std::ssize(block.panels);
    if (all_beyond(distance_rules[1].from)) continue;
    for (const Index j : block.panels) {
      if (j != at.unknown &&
          rule_for(shape(at, j, transposed), place(at, j, transposed)) < stored_distance_rules)
        continue;
      choice.points -= points;
      if (j != at.unknown) choice.near.push_back(j);
    }
  }
  return choice;
}

template <class Use>
void PanelIntegrals::for_each_run(const Choice& choice, Use&& use) const {
  for (std::size_t b = 0, end; b < blocks_.size(); b = end) {
    end = b + 1;
    while (end < blocks_.size() && choice.fine[end] == choice.fine[b] &&
           corners(blocks_[end]) == corners(blocks_[b]))
      ++end;
    use(b, end - b, choice.fine[b] != 0);
  }
}

void PanelIntegrals::add_near(const FieldPoint& at, const std::vector<Index>& near,
    const RowEquation& equation, bool transposed, bool evaluate, Sums& sums) const {
  RowSums parts(PairBatches::Batch::capacity);
  PairBatches::Integrate integrate;
  if (evaluate)
    integrate = [&](const PairBatches::Batch& batch, const NodeArrays& nodes) {
      quadrature_.kernels.mapped(equation, at.observer(), batch.maps, batch.further[0],
          batch.further[1], nodes, padded(batch.size), parts.from());
      for (std::size_t pair = 0; pair < batch.size; ++pair)
        sums.values.add(batch.at[pair], parts, pair);
    };
  PairBatches batches(quadrature_, integrate);
  for (const Index j : near) {
    const auto& [corners, count, middle, n_y, radius] = shape(at, j, transposed);
    const Vec3& x = place(at, j, transposed);
    if (evaluate) sums.values.clear(entry(j));
    sums.points += batches.add(
        x, transposed ? at.unknown : j, entry(j), {(x - middle).dot(n_y), at.normal.dot(n_y)});
  }
  batches.finish();
}

PanelIntegrals::Sums PanelIntegrals::over_panels(
    const FieldPoint& at, const RowEquation& equation, bool evaluate) const {
  const Choice choice = choose(at, false);
  Sums sums{RowSums(evaluate ? normals_.x.size() : 0), choice.points, std::ssize(choice.near)};
  if (evaluate) {
    for_each_run(choice, [&](std::size_t b, std::size_t blocks, bool fine) {
      const auto& [points, weight, first] = rules_[fine];
      const auto [x, y, z] = points.from(first[b]);
      quadrature_.kernels.over_panels(equation, at.observer(),
          {x, y, z, &weight[first[b]], rule_nodes(rule_number(corners(blocks_[b]), fine)).size},
          normals_.from(b * padding), blocks * padding, sums.values.from(b * padding));
    });
    if (at.unknown != FieldPoint::none) sums.values.clear(entry(at.unknown));
  }
  add_near(at, choice.near, equation, false, evaluate, sums);
  return sums;
}

PanelIntegrals::Sums PanelIntegrals::seen_from_others(
    Index i, double wavenumber, bool evaluate) const {
  const PanelShape& shape = quadrature_.shapes[i];
  const FieldPoint at{shape.centre, shape.normal, i};
  const Choice choice = choose(at, true);
  Sums sums{RowSums(evaluate ? normals_.x.size() : 0), choice.points, std::ssize(choice.near)};
  if (evaluate) {
    const std::array rules{rule_points(shape, 0), rule_points(shape, 1)};
    for_each_run(choice, [&](std::size_t b, std::size_t blocks, bool fine) {
      const auto& [x, y, z, weight, size] = rules[fine];
      quadrature_.kernels.seen_by(wavenumber, centres_.from(b * padding),
          {x.data(), y.data(), z.data(), weight.data(), size}, at.observer(), blocks * padding,
          sums.values.from(b * padding));
    });
    sums.values.clear(entry(i));
  }
  add_near(at, choice.near, {wavenumber}, true, evaluate, sums);
  return sums;
}

RowCost PanelIntegrals::row(const FieldPoint& at, const RowEquation& equation, std::span<Complex> h,
    std::span<Complex> b) const {
  const bool evaluate = !h.empty(), hypersingular = equation.hypersingular();
  const Complex alpha(equation.alpha_re, equation.alpha_im);
  const Sums sums = over_panels(at, equation, evaluate);
  RowCost cost{sums.points * (double_layer_flops + single_layer_flops +
                                 (hypersingular ? hypersingular_flops : 0)),
      size(), sums.near_panels};
  for (Index j = 0; j < std::ssize(h); ++j) {
    h[j] = sums.values.h(entry(j));
    b[j] = sums.values.b(entry(j));
  }
  const Index i = at.unknown;
  if (i == FieldPoint::none) return cost;
  if (evaluate) {
    const SelfTerms self = self_terms(quadrature_.shapes[i], equation.wavenumber);
    b[i] = equation.cbie * self.s;
    h[i] = -alpha * self.n;
  }
  cost.flops += edges_.add(quadrature_, i, -equation.cbie, h) * moment_flops;
  if (!hypersingular) return cost;
  const auto defect = gradient_defect(quadrature_, i, evaluate);
  const auto seen = seen_from_others(i, equation.wavenumber, evaluate);
  cost.flops += defect.points * moment_flops + seen.points * double_layer_flops;
  cost.pairs += size();
  cost.near_pairs += seen.near_panels;
  if (!evaluate) return cost;
  for (const auto& [j, weight] : gradient_stencil(surface_, neighbours_[i], i))
    h[j] -= alpha * defect.value.dot(weight);
  const Complex factor = alpha / surface_.areas[i];
  for (Index j = 0; j < size(); ++j) b[j] -= surface_.areas[j] * factor * seen.values.h(entry(j));
  return cost;
}

}  // namespace febem::bem
