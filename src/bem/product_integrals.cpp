// The table of distances was measured on flat, bent, slender and twisted panels: see
// stages/form/README.md.
#include "bem/product_integrals.h"

#include <algorithm>
#include <cmath>

#include "bem/near_panel.h"
#include "bem/panel_integrals.h"

namespace febem::bem {

namespace {

constexpr double inverse_of_4_pi = 1 / (4 * core::pi);

/// Real operations at a point: of h and b, and of their moments.
constexpr core::Count point_flops(bool hypersingular) { return hypersingular ? 112 : 70; }
constexpr core::Count moment_flops_of(int order) { return order == 1 ? 44 : 84; }
constexpr core::Count line_flops = 83;  // of the point itself, on a line

}  // namespace

void ProductIntegrals::PointTable::set(
    std::size_t q, const Vec3& y, const Vec3& area, double size) {
  double* to = &values[values.size() - 7 * stride + q];
  for (const double value : {y.x(), y.y(), y.z(), area.x(), area.y(), area.z(), size}) {
    *to = value;
    to += stride;
  }
}

AreaPoints ProductIntegrals::PointTable::points(
    std::size_t panel, const double* r, const double* s) const {
  const double* const from = &values[7 * stride * panel];
  return {from, from + stride, from + 2 * stride, from + 3 * stride, from + 4 * stride,
      from + 5 * stride, from + 6 * stride, r, s};
}

ProductIntegrals::ProductIntegrals(
    const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels)
    : space_(space),
      kernels_(kernels), bases_{PanelBasis(space.order(), 3), PanelBasis(space.order(), 4)},
      nodes_{padded(space.points.size())}, further_(reconstructions(surface, space, bases_)) {
  nodes_.append_panel();
  for (std::size_t j = 0; j < nodes_.stride; ++j) {
    const std::size_t of = std::min(j, space.points.size() - 1);
    nodes_.set(j, space.points[of], space.mass[of] * space.normals[of], space.mass[of]);
  }
  for (const int corners : {3, 4})
    for (std::size_t which = 0; which < stored_rules; ++which) {
      auto& [count, rule, table] = stored_[corners - 3][which];
      rule = panel_rule(corners, rules(space.order())[which].order);
      count = rule.size();
      table.stride = padded(count);
      while (rule.size() < table.stride) rule.append(rule.r.back(), rule.s.back(), 0);
    }
  std::vector<Vec3> centres;
  double sum = 0;
  for (const auto& panel : space.panels()) {
    centres.push_back(panel.centre());
    largest_radius_ = std::max(largest_radius_, panel.radius());
    sum += panel.radius();
    auto& stored = stored_[panel.corners() - 3];
    stored_at_.push_back(stored[0].table.values.size() / (7 * stored[0].table.stride));
    for (auto& [count, rule, table] : stored) {
      table.append_panel();
      for (std::size_t q = 0; q < rule.size(); ++q) {
        const auto place = panel.at(rule.at(q));
        const Vec3 area = rule.weight[q] * place.area_vector();
        table.set(q, place.point, area, area.norm());
      }
    }
  }
  if (!centres.empty()) centres_.emplace(centres, 4 * sum / static_cast<double>(centres.size()));
}

template <class Use>
void ProductIntegrals::for_each_near(const FieldPoint& at, double wavenumber, Use&& use) const {
  if (!centres_) return;
  const auto table = rules(space_.order());
  const Index own = at.unknown == FieldPoint::none ? FieldPoint::none : space_.panel[at.unknown];
  const double longest = longest_of_nodes(space_.order());
  const auto classify = [&](Index j) {
    const auto& panel = space_.panels()[j];
    const std::size_t which = first_enough(
        table, (at.x - panel.centre()).squaredNorm() / (panel.radius() * panel.radius()));
    if ((which > 0 || wavenumber * panel.radius() > longest) && j != own) use(j, which);
  };
  if (wavenumber * largest_radius_ <= longest)
    centres_->for_each_near(at.x, table[0].from * largest_radius_, classify);
  else
    for (Index j = 0; j < std::ssize(space_.panels()); ++j) classify(j);
}

void ProductIntegrals::add(Index j, const PanelMoments& moments, bool with_further,
    std::span<Complex> h, std::span<Complex> b) const {
  const auto& basis = bases_[space_.panels()[j].corners() - 3];
  const auto& further = further_[j];
  with_further = with_further && further.coefficients.size() > 0;
  const Index own = basis.functions, all = own + (with_further ? basis.further : 0),
              first = space_.first(j);
  double integrals[PanelFunctions::most + PanelBasis::most_further][row_parts];
  for (Index f = 0; f < all; ++f) {
    double sums[row_parts] = {};
    for (Index m = 0; m < basis.coefficients.cols(); ++m)
      for (std::size_t part = 0; part < row_parts; ++part)
        sums[part] += basis.coefficients(f, m) * moments[m][part];
    for (std::size_t part = 0; part < row_parts; ++part)
      integrals[f][part] = inverse_of_4_pi * sums[part];
  }
  const auto add_to = [&](Index unknown, const double(&of)[row_parts]) {
    h[unknown] += Complex(of[0], of[1]);
    b[unknown] += Complex(of[2], of[3]);
  };
  for (Index f = 0; f < own; ++f) add_to(first + f, integrals[f]);
  if (!with_further) return;
  const double* c = further.coefficients.data();
  for (const Index unknown : further.unknowns) {
    double sums[row_parts] = {};
    for (Index e = own; e < all; ++e, ++c)
      for (std::size_t part = 0; part < row_parts; ++part) sums[part] += *c * integrals[e][part];
    add_to(unknown, sums);
  }
}

RowCost ProductIntegrals::row(const FieldPoint& at, const RowEquation& equation,
    std::span<Complex> h, std::span<Complex> b) const {
  const bool evaluate = !h.empty(), hypersingular = equation.hypersingular();
  const Observer observer = at.observer();
  const Index own = at.unknown == FieldPoint::none ? FieldPoint::none : space_.panel[at.unknown];
  const auto flops_at_a_point = point_flops(hypersingular) + moment_flops_of(space_.order());
  RowCost cost{space_.size() * point_flops(hypersingular), space_.size(), 0};
  std::vector<std::pair<Index, std::size_t>> near;
  for_each_near(
      at, equation.wavenumber, [&](Index j, std::size_t which) { near.emplace_back(j, which); });
  cost.near_pairs = std::ssize(near);
  if (evaluate) {
    RowSums sums(nodes_.stride);
    kernels_.at_points(
        equation, observer, nodes_.points(0, nullptr, nullptr), nodes_.stride, sums.from());
    for (Index j = 0; j < space_.size(); ++j) {
      h[j] = sums.h(j);
      b[j] = sums.b(j);
    }
    const auto clear = [&](Index j) {
      for (const auto& part : {h, b})
        std::fill(part.begin() + space_.first(j), part.begin() + space_.first(j + 1), 0);
    };
    for (const auto& [j, which] : near) clear(j);
    if (own != FieldPoint::none) clear(own);
  }
  MomentSums sums(kernels_, equation, observer, space_.order());
  for (const auto& [j, which] : near) {
    const auto& panel = space_.panels()[j];
    sums.clear();
    if (which < stored_rules) {
      const auto& [count, rule, table] = stored_[panel.corners() - 3][which];
      if (evaluate)
        sums.add(table.points(stored_at_[j], rule.r.data(), rule.s.data()), table.stride);
      cost.flops += static_cast<core::Count>(count) * flops_at_a_point;
    } else {
      const NearRule rule(panel, at.x);
      if (evaluate) rule.add_to(sums);
      cost.flops += rule.points() * (flops_at_a_point + line_flops);
    }
    if (evaluate) add(j, sums.finish(), which > 0, h, b);
  }
  if (own == FieldPoint::none) return cost;
  const auto& panel = space_.panels()[own];
  const Vector2d& xi = space_.functions(own).nodes()[at.unknown - space_.first(own)].at;
  cost.flops += own_panel_points(panel, xi) * (flops_at_a_point + line_flops);
  if (!evaluate) return cost;
  PanelMoments moments = {};
  own_panel(panel, xi, kernels_, equation, space_.order(), moments);
  add(own, moments, true, h, b);
  return cost;
}

std::unique_ptr<const RowIntegrals> row_integrals(
    const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels) {
  if (space.order() == 0) return std::make_unique<PanelIntegrals>(surface, kernels);
  return std::make_unique<ProductIntegrals>(surface, space, kernels);
}

}  // namespace febem::bem
