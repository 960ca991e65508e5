// The table of distances was measured on flat, bent, slender and twisted panels: see
// stages/form/README.md.
#include "bem/product_integrals.h"

#include <algorithm>
#include <cmath>

#include "bem/near_panel.h"
#include "bem/own_panel.h"

namespace febem::bem {

namespace {

constexpr double inverse_of_4_pi = 1 / (4 * core::pi);

/// Real operations at a point: of h and b, and of their moments.
constexpr core::Count point_flops(bool hypersingular) { return hypersingular ? 112 : 70; }
constexpr core::Count moment_flops_of(int order) { return order == 1 ? 44 : 84; }
constexpr core::Count line_flops = 83;  // of the point itself, on a line

Observer observer_at(const FieldPoint& at) {
  return {at.x.x(), at.x.y(), at.x.z(), at.normal.x(), at.normal.y(), at.normal.z()};
}

}  // namespace

AreaPoints ProductIntegrals::StoredRule::points(std::size_t panel) const {
  const double* const from = &values[7 * stride * panel];
  return {from, from + stride, from + 2 * stride, from + 3 * stride, from + 4 * stride,
      from + 5 * stride, from + 6 * stride, r.data(), s.data()};
}

void ProductIntegrals::StoredRule::append(const CurvedPanel& panel, const PanelRule& rule) {
  const std::size_t first = values.size();
  values.resize(first + 7 * stride, 0);
  for (std::size_t q = 0; q < stride; ++q) {
    const auto place = panel.at({r[q], s[q]});
    const Vec3 area = q < count ? Vec3(rule.weight[q] * place.area_vector()) : Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      values[first + axis * stride + q] = place.point[axis];
      values[first + (3 + axis) * stride + q] = area[axis];
    }
    values[first + 6 * stride + q] = area.norm();
  }
}

ProductIntegrals::ProductIntegrals(
    const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels)
    : space_(space),
      kernels_(kernels), bases_{PanelBasis(space.order(), 3), PanelBasis(space.order(), 4)},
      further_(reconstructions(surface, space, bases_)) {
  const std::array all{&x_, &y_, &z_, &area_x_, &area_y_, &area_z_, &area_};
  for (Index j = 0; j < space.size(); ++j) {
    const Vec3 &y = space.points[j], area = space.mass[j] * space.normals[j];
    const std::array values{y.x(), y.y(), y.z(), area.x(), area.y(), area.z(), space.mass[j]};
    for (std::size_t part = 0; part < all.size(); ++part) all[part]->push_back(values[part]);
  }
  for (auto* part : all) part->resize(padded(part->size()), part->empty() ? 0 : part->back());
  std::array<std::array<PanelRule, stored_rules>, 2> rules;
  for (const int corners : {3, 4})
    for (int which = 0; which < stored_rules; ++which) {
      const auto& from = rules[corners - 3][which] =
          panel_rule(corners, distances(space.order())[which].points);
      auto& rule = stored_[corners - 3][which];
      rule.count = from.at.size();
      rule.stride = padded(rule.count);
      for (std::size_t q = 0; q < rule.stride; ++q) {
        rule.r.push_back(from.at[std::min(q, rule.count - 1)][0]);
        rule.s.push_back(from.at[std::min(q, rule.count - 1)][1]);
      }
    }
  std::vector<Vec3> centres;
  double sum = 0;
  for (const auto& panel : space.panels()) {
    centres.push_back(panel.centre());
    largest_radius_ = std::max(largest_radius_, panel.radius());
    sum += panel.radius();
    auto& stored = stored_[panel.corners() - 3];
    stored_at_.push_back(stored[0].values.size() / (7 * stored[0].stride));
    for (int which = 0; which < stored_rules; ++which)
      stored[which].append(panel, rules[panel.corners() - 3][which]);
  }
  if (!centres.empty()) centres_.emplace(centres, 4 * sum / static_cast<double>(centres.size()));
}

template <class Use>
void ProductIntegrals::for_each_near(const FieldPoint& at, double wavenumber, Use&& use) const {
  if (!centres_) return;
  constexpr auto squared = [](double x) { return x * x; };
  const auto table = distances(space_.order());
  const Index own = at.unknown == FieldPoint::none ? FieldPoint::none : space_.panel[at.unknown];
  const double longest = longest_of_nodes(space_.order());
  const auto classify = [&](Index j) {
    const auto& panel = space_.panels()[j];
    const double ratio = (at.x - panel.centre()).squaredNorm() / squared(panel.radius());
    int which = 0;
    while (which < stored_rules && ratio < squared(table[which].ratio)) ++which;
    if ((which > 0 || wavenumber * panel.radius() > longest) && j != own) use(j, which);
  };
  if (wavenumber * largest_radius_ <= longest)
    centres_->for_each_near(at.x, table[0].ratio * largest_radius_, classify);
  else
    for (Index j = 0; j < std::ssize(space_.panels()); ++j) classify(j);
}

void ProductIntegrals::add(Index j, const PanelMoments& moments, bool with_further,
    std::span<Complex> h, std::span<Complex> b) const {
  const auto& basis = bases_[space_.panels()[j].corners() - 3];
  const auto& further = further_[j];
  with_further = with_further && further.coefficients().size() > 0;
  const Index own = basis.functions(), all = own + (with_further ? basis.further() : 0),
              first = space_.first(j);
  double integrals[PanelFunctions::most + PanelBasis::most_further][row_parts];
  for (Index f = 0; f < all; ++f) {
    double sums[row_parts] = {};
    for (Index m = 0; m < basis.coefficients().cols(); ++m)
      for (std::size_t part = 0; part < row_parts; ++part)
        sums[part] += basis.coefficients()(f, m) * moments[m][part];
    for (std::size_t part = 0; part < row_parts; ++part)
      integrals[f][part] = inverse_of_4_pi * sums[part];
  }
  const auto add_to = [&](Index unknown, const double(&of)[row_parts]) {
    h[unknown] += Complex(of[0], of[1]);
    b[unknown] += Complex(of[2], of[3]);
  };
  for (Index f = 0; f < own; ++f) add_to(first + f, integrals[f]);
  if (!with_further) return;
  const double* c = further.coefficients().data();
  for (const Index unknown : further.unknowns()) {
    double sums[row_parts] = {};
    for (Index e = own; e < all; ++e, ++c)
      for (std::size_t part = 0; part < row_parts; ++part) sums[part] += *c * integrals[e][part];
    add_to(unknown, sums);
  }
}

core::Count ProductIntegrals::row(const FieldPoint& at, const RowEquation& equation,
    std::span<Complex> h, std::span<Complex> b) const {
  const Index n = space_.size();
  const Observer observer = observer_at(at);
  const auto parts = std::make_unique_for_overwrite<double[]>(row_parts * x_.size());
  double* const to[row_parts] = {
      &parts[0], &parts[x_.size()], &parts[2 * x_.size()], &parts[3 * x_.size()]};
  kernels_.at_points(equation, observer,
      {x_.data(), y_.data(), z_.data(), area_x_.data(), area_y_.data(), area_z_.data(),
          area_.data(), nullptr, nullptr},
      x_.size(), to);
  for (Index j = 0; j < n; ++j) {
    h[j] = inverse_of_4_pi * Complex(to[0][j], to[1][j]);
    b[j] = inverse_of_4_pi * Complex(to[2][j], to[3][j]);
  }
  const bool hypersingular = equation.hypersingular();
  const core::Count flops_at_a_point = point_flops(hypersingular) + moment_flops_of(space_.order());
  core::Count flops = n * point_flops(hypersingular);
  std::vector<std::pair<Index, int>> near;
  for_each_near(at, equation.wavenumber, [&](Index j, int which) { near.emplace_back(j, which); });
  const auto clear = [&](Index j) {
    for (const auto& part : {h, b})
      std::fill(part.begin() + space_.first(j), part.begin() + space_.first(j + 1), 0);
  };
  for (const auto& [j, which] : near) clear(j);
  if (at.unknown != FieldPoint::none) clear(space_.panel[at.unknown]);
  MomentSums sums(kernels_, equation, observer, space_.order());
  for (const auto& [j, which] : near) {
    const auto& panel = space_.panels()[j];
    sums.clear();
    if (which < stored_rules) {
      const auto& rule = stored_[panel.corners() - 3][which];
      sums.add(rule.points(stored_at_[j]), rule.stride);
      flops += static_cast<core::Count>(rule.count) * flops_at_a_point;
    } else {
      const NearRule rule(panel, at.x);
      rule.add_to(sums);
      flops += rule.points() * (flops_at_a_point + line_flops);
    }
    add(j, sums.finish(), which > 0, h, b);
  }
  if (at.unknown == FieldPoint::none) return flops;
  const Index j = space_.panel[at.unknown];
  const auto& panel = space_.panels()[j];
  const Vector2d& xi = space_.functions(j).nodes()[at.unknown - space_.first(j)].at;
  PanelMoments own = {};
  own_panel(panel, xi, kernels_, equation, space_.order(), own);
  add(j, own, true, h, b);
  return flops + own_panel_points(panel, xi) * (flops_at_a_point + line_flops);
}

ProductIntegrals::Cost ProductIntegrals::cost(
    const FieldPoint& at, const RowEquation& equation) const {
  const bool hypersingular = equation.hypersingular();
  const core::Count flops_at_a_point = point_flops(hypersingular) + moment_flops_of(space_.order());
  Cost cost{space_.size() * point_flops(hypersingular), 0};
  for_each_near(at, equation.wavenumber, [&](Index j, int which) {
    ++cost.near_panels;
    const auto& panel = space_.panels()[j];
    if (which < stored_rules)
      cost.flops +=
          static_cast<core::Count>(stored_[panel.corners() - 3][which].count) * flops_at_a_point;
    else
      cost.flops += NearRule(panel, at.x).points() * (flops_at_a_point + line_flops);
  });
  if (at.unknown == FieldPoint::none) return cost;
  const Index j = space_.panel[at.unknown];
  const Vector2d& xi = space_.functions(j).nodes()[at.unknown - space_.first(j)].at;
  cost.flops += own_panel_points(space_.panels()[j], xi) * (flops_at_a_point + line_flops);
  return cost;
}

}  // namespace febem::bem
