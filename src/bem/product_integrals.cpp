// With d = x - y and the sums of panel_kernels.h:
//
//   S = G    K = -(d.n_y) G'/r    K' = (d.n_x) G'/r    N = -(d.n_x)(d.n_y) (G'' - G'/r)/r^2 - n_x.n_y G'/r
//
// A Gauss rule of n points in each direction on a part whose centre is `ratio` radii away: the error falls as (2 ratio)^(2 - 2n) or faster, since
// phi_j takes up two degrees. Measured on flat, bent, slender and twisted panels, for N relative to its greatest entry: below 1e-7.
#include "bem/product_integrals.h"

#include <algorithm>
#include <boost/math/special_functions/legendre.hpp>
#include <cmath>

#include "bem/panel_integrals.h"

namespace febem::bem {

namespace {

/// From `ratio` radii on `points` points in each direction are enough.
struct RuleChoice {
  double ratio;
  int points;
};
constexpr std::array<RuleChoice, 5> choices{{{8, 4}, {5, 5}, {3.5, 6}, {2.6, 7}, {1.9, 9}}};
constexpr int most_halvings = 60;  // a part so small is nearer than rounding to a point on the panel itself

/// Points and weights of the Gauss-Legendre rule.
std::vector<std::pair<double, double>> gauss_line(int n) {
  std::vector<std::pair<double, double>> line;
  for (const double x : boost::math::legendre_p_zeros<double>(n)) {
    const double derivative = boost::math::legendre_p_prime(n, x), weight = 2 / ((1 - x * x) * derivative * derivative);
    line.emplace_back(x, weight);
    if (x > 0) line.emplace_back(-x, weight);
  }
  return line;
}

constexpr core::Count flops_at_a_point(Terms terms) {
  return double_layer_flops + single_layer_flops + (terms == Terms::hypersingular ? hypersingular_flops : 0);
}

/// The integrands at a point of a panel, from the sums there times 4 pi, for the area vector `area`.
struct Integrands {
  Complex s, k, k_transposed, n;

  Integrands(const PanelSums& sums, std::size_t entry, const FieldPoint& at, const Vec3& y, const Vec3& area) {
    const Vec3 d = at.x - y;
    const Complex t = sums.t(entry);
    const double along_y = d.dot(area);
    s = sums.g(entry) * area.norm();
    k = -along_y * t;
    if (sums.terms() != Terms::hypersingular) return;
    k_transposed = d.dot(at.normal) * area.norm() * t;
    n = -along_y * sums.e(entry) - at.normal.dot(area) * t;  // e has d.n_x
  }
};

constexpr double inverse_of_4_pi = 1 / (4 * core::pi);

Observer observer_at(const FieldPoint& at) { return {at.x.x(), at.x.y(), at.x.z(), at.normal.x(), at.normal.y(), at.normal.z()}; }

}  // namespace

ProductIntegrals::ProductIntegrals(const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels)
    : space_(space), kernels_(kernels), further_(reconstructions(surface, space)) {
  for (const Vec3& x : space.points) {
    x_.push_back(x.x());
    y_.push_back(x.y());
    z_.push_back(x.z());
  }
  for (auto* all : {&x_, &y_, &z_}) all->resize(padded(all->size()), all->empty() ? 0 : all->back());
  mass_.assign(x_.size(), 1);
  std::vector<Vec3> centres;
  double sum = 0;
  for (const auto& panel : space.panels()) {
    centres.push_back(panel.centre());
    largest_radius_ = std::max(largest_radius_, panel.radius());
    sum += panel.radius();
  }
  if (!centres.empty()) centres_.emplace(centres, 4 * sum / static_cast<double>(centres.size()));
  for (const auto& choice : choices) {
    Rule triangle, square;
    for (const auto& [s, weight_s] : gauss_line(choice.points))
      for (const auto& [r, weight_r] : gauss_line(choice.points)) {
        square.at.emplace_back(r, s);
        square.weight.push_back(weight_r * weight_s);
        triangle.at.emplace_back((1 + r) * (1 - s) / 4, (1 + s) / 2);
        triangle.weight.push_back(weight_r * weight_s * (1 - s) / 8);
      }
    rules_[0].push_back(std::move(triangle));
    rules_[1].push_back(std::move(square));
  }
}

template <class Use>
void ProductIntegrals::for_each_near(const FieldPoint& at, Use&& use) const {
  const double reach = far_from(space_.order());
  if (!centres_) return;
  const Index own = at.unknown == FieldPoint::none ? FieldPoint::none : space_.panel[at.unknown];
  centres_->for_each_near(at.x, reach * largest_radius_, [&](Index j) {
    const auto& panel = space_.panels()[j];
    const double distance = reach * panel.radius();
    if (j != own && (at.x - panel.centre()).squaredNorm() < distance * distance) use(j);
  });
}

template <class Leaf>
void ProductIntegrals::for_each_leaf(const CurvedPanel& panel, const Part& part, const Vec3& x, int depth, Leaf&& leaf) const {
  const auto place = [&](const Vector2d& at) { return panel.at(part.a + at[0] * part.u + at[1] * part.v).point; };
  const bool square = panel.corners() == 4;
  const Vec3 centre = place(panel.reference_middle());
  std::array<Vec3, 4> corners;
  const int n = panel.corners();
  for (int c = 0; c < n; ++c) corners[c] = place(panel.reference_corners()[c]);
  double radius = 0;
  for (int c = 0; c < n; ++c) radius = std::max(radius, (corners[c] - centre).squaredNorm());
  const double ratio = (x - centre).squaredNorm() / radius;
  for (std::size_t rule = 0; rule < choices.size(); ++rule)
    if (ratio >= choices[rule].ratio * choices[rule].ratio) return leaf(part, rule);
  if (depth == most_halvings) return leaf(part, choices.size() - 1);
  // The halves along the longest edge.
  if (square) {
    const double along_r = (corners[1] - corners[0]).norm() + (corners[2] - corners[3]).norm();
    const double along_s = (corners[3] - corners[0]).norm() + (corners[2] - corners[1]).norm();
    const Vector2d u = along_r >= along_s ? part.u / 2 : part.u, v = along_r >= along_s ? part.v : part.v / 2;
    const Vector2d step = along_r >= along_s ? u : v;
    for_each_leaf(panel, {part.a - step, u, v}, x, depth + 1, leaf);
    for_each_leaf(panel, {part.a + step, u, v}, x, depth + 1, leaf);
    return;
  }
  int longest = 0;
  for (int c = 1; c < 3; ++c)
    if ((corners[(c + 1) % 3] - corners[c]).norm() > (corners[(longest + 1) % 3] - corners[longest]).norm()) longest = c;
  const std::array<Vector2d, 3> at{part.a, part.a + part.u, part.a + part.v};
  const Vector2d &from = at[longest], &to = at[(longest + 1) % 3], &apex = at[(longest + 2) % 3], middle = (from + to) / 2;
  for_each_leaf(panel, {from, middle - from, apex - from}, x, depth + 1, leaf);
  for_each_leaf(panel, {middle, to - middle, apex - middle}, x, depth + 1, leaf);
}

template <class Leaf>
void ProductIntegrals::for_each_leaf(Index j, const Vec3& x, Leaf&& leaf) const {
  for_each_leaf(space_.panels()[j], {Vector2d::Zero(), Vector2d::UnitX(), Vector2d::UnitY()}, x, 0, leaf);
}

void ProductIntegrals::add_near(const FieldPoint& at, Index j, double wavenumber, OperatorRow& row) const {
  const auto& panel = space_.panels()[j];
  const auto& functions = space_.functions(j);
  const auto& further = further_[j];
  const Terms terms = row.n.empty() ? Terms::both_layers : Terms::hypersingular;
  std::vector<std::pair<Part, const Rule*>> leaves;
  std::size_t points = 0;
  for_each_leaf(j, at.x, [&](const Part& part, std::size_t which) {
    leaves.emplace_back(part, &rules_[panel.corners() - 3][which]);
    points += leaves.back().second->at.size();
  });
  const int own = functions.size(), all = own + further.size();
  const std::size_t count = padded(points);
  std::vector<double> x(count), y(count), z(count), ones(count, 1);
  std::vector<Vec3> areas;
  areas.reserve(points);
  la::RealMatrix densities(all, points);
  std::size_t n = 0;
  for (const auto& [part, rule] : leaves) {
    const double size = part.u[0] * part.v[1] - part.u[1] * part.v[0];
    for (std::size_t q = 0; q < rule->at.size(); ++q, ++n) {
      const Vector2d reference = part.a + rule->at[q][0] * part.u + rule->at[q][1] * part.v;
      const auto place = panel.at(reference);
      x[n] = place.point.x();
      y[n] = place.point.y();
      z[n] = place.point.z();
      areas.push_back(rule->weight[q] * size * place.area_vector());
      densities.col(n).head(own) = functions.values(reference);
      if (all > own) densities.col(n).tail(all - own) = further.monomials(place.point);
    }
  }
  for (auto* part : {&x, &y, &z}) std::fill(part->begin() + n, part->end(), (*part)[n - 1]);
  PanelSums sums(count, terms);
  kernels_.over_panels_at_point[static_cast<std::size_t>(terms)](wavenumber, observer_at(at), {x.data(), y.data(), z.data(), ones.data(), count, 1},
                                                                 count, sums.arrays());
  // Real and imaginary parts of S, K, K' and N.
  la::RealMatrix kernels(points, terms == Terms::hypersingular ? 8 : 4);
  for (std::size_t q = 0; q < points; ++q) {
    const Integrands of(sums, q, at, Vec3(x[q], y[q], z[q]), areas[q]);
    kernels.row(q).head(4) << of.s.real(), of.s.imag(), of.k.real(), of.k.imag();
    if (terms == Terms::hypersingular) kernels.row(q).tail(4) << of.k_transposed.real(), of.k_transposed.imag(), of.n.real(), of.n.imag();
  }
  la::RealMatrix integrals = inverse_of_4_pi * densities * kernels;
  further.reduce(integrals);
  PanelColumns columns = PanelColumns::Zero(all, 4);
  for (Eigen::Index op = 0; op < integrals.cols() / 2; ++op) {
    columns.col(op).real() = integrals.col(2 * op);
    columns.col(op).imag() = integrals.col(2 * op + 1);
  }
  add(j, columns, row);
  row.flops += static_cast<core::Count>(points) * flops_at_a_point(terms);
}

void ProductIntegrals::add(Index j, const PanelColumns& integrals, OperatorRow& row) const {
  const Index first = space_.first(j), own = space_.first(j + 1) - first;
  const auto& further = further_[j];
  la::Matrix shared;
  if (further.size() > 0) shared = further.coefficients().transpose() * integrals.bottomRows(further.size());
  int op = 0;
  for (auto* to : {&row.s, &row.k, &row.k_transposed, &row.n}) {
    if (to->empty()) return;
    for (Index f = 0; f < own; ++f) (*to)[first + f] += integrals(f, op);
    for (Eigen::Index n = 0; n < shared.rows(); ++n) (*to)[further.unknowns()[n]] += shared(n, op);
    ++op;
  }
}

void ProductIntegrals::clear(Index j, OperatorRow& row) const {
  for (auto* part : {&row.s, &row.k, &row.k_transposed, &row.n})
    if (!part->empty()) std::fill(part->begin() + space_.first(j), part->begin() + space_.first(j + 1), 0);
}

OperatorRow ProductIntegrals::row(const FieldPoint& at, double wavenumber, Terms terms) const {
  const Index n = space_.size();
  OperatorRow row(n, terms);
  PanelSums sums(x_.size(), terms);
  kernels_.over_panels_at_point[static_cast<std::size_t>(terms)](
      wavenumber, observer_at(at), {x_.data(), y_.data(), z_.data(), mass_.data(), x_.size(), 1}, x_.size(), sums.arrays());
  for (Index j = 0; j < n; ++j) {
    const Integrands of(sums, static_cast<std::size_t>(j), at, space_.points[j], space_.mass[j] * space_.normals[j]);
    row.s[j] = inverse_of_4_pi * of.s;
    row.k[j] = inverse_of_4_pi * of.k;
    if (terms != Terms::hypersingular) continue;
    row.k_transposed[j] = inverse_of_4_pi * of.k_transposed;
    row.n[j] = inverse_of_4_pi * of.n;
  }
  row.flops = n * flops_at_a_point(terms);
  std::vector<Index> near;
  for_each_near(at, [&](Index j) { near.push_back(j); });
  for (const Index j : near) clear(j, row);
  if (at.unknown != FieldPoint::none) clear(space_.panel[at.unknown], row);
  for (const Index j : near) add_near(at, j, wavenumber, row);
  if (at.unknown == FieldPoint::none) return row;
  const Index j = space_.panel[at.unknown];
  const int node = at.unknown - space_.first(j);
  add(j, own_panel(space_.panels()[j], space_.functions(j), further_[j], node, wavenumber), row);
  row.flops += own_panel_points(space_.panels()[j], space_.functions(j), node) * own_panel_flops;
  return row;
}

ProductIntegrals::Cost ProductIntegrals::cost(const FieldPoint& at, Terms terms) const {
  core::Count points = space_.size();
  Cost cost;
  for_each_near(at, [&](Index j) {
    ++cost.near_panels;
    for_each_leaf(j, at.x, [&](const Part&, std::size_t rule) { points += choices[rule].points * choices[rule].points; });
  });
  cost.flops = points * flops_at_a_point(terms);
  if (at.unknown == FieldPoint::none) return cost;
  const Index j = space_.panel[at.unknown];
  cost.flops += own_panel_points(space_.panels()[j], space_.functions(j), at.unknown - space_.first(j)) * own_panel_flops;
  return cost;
}

}  // namespace febem::bem
