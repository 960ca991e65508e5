// Quadrilaterals: product Gauss rule on the bilinear map, weight w_s w_t n.(x_s cross x_t).
// Triangles: the same on the collapsed map (third and fourth corner equal), or for low orders the
// symmetric rules of degree 2 (three points) and degree 5 (seven points, Radon 1948).
#include "bem/panel_quadrature.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "bem/panel_basis.h"

namespace febem::bem {

namespace {

/// The point with barycentric coordinates a, b, c, and this part of the area: the collapsed map has
/// a : b = (1 - s) : (1 + s), c = (1 + t)/2 and the area element (1 - t)/4 of the area.
void append_barycentric(PanelRule& rule, double a, double b, double c, double part) {
  rule.append((b - a) / (a + b), 2 * c - 1, 2 * part / (1 - c));
}

/// The three points with barycentric coordinates (u, u, 1 - 2u), each with this part of the area.
void append_orbit(PanelRule& rule, double u, double part) {
  append_barycentric(rule, 1 - 2 * u, u, u, part);
  append_barycentric(rule, u, 1 - 2 * u, u, part);
  append_barycentric(rule, u, u, 1 - 2 * u, part);
}

PanelRule rule_on_square(int corners, int order) {
  if (corners == 4 || order > 3) return panel_rule(4, order);
  PanelRule triangle;
  const double root = std::sqrt(15.0);
  if (order == 2) {
    append_orbit(triangle, 1.0 / 6, 1.0 / 3);
  } else {
    append_barycentric(triangle, 1.0 / 3, 1.0 / 3, 1.0 / 3, 9.0 / 40);
    append_orbit(triangle, (6 - root) / 21, (155 - root) / 1200);
    append_orbit(triangle, (6 + root) / 21, (155 + root) / 1200);
  }
  return triangle;
}

/// Twice the usual size of a panel: corrections look a few panels around.
double cell_size(const mesh::Surface& surface) {
  return 2 * std::sqrt(std::accumulate(surface.areas.begin(), surface.areas.end(), 0.0) /
                       static_cast<double>(surface.areas.size()));
}

}  // namespace

NodeArrays rule_nodes(std::size_t number) {
  static const std::vector<PanelRule> rules = [] {
    std::vector<PanelRule> all;
    for (const int corners : {4, 3})
      for (const auto& [from, order] : distance_rules)
        all.push_back(rule_on_square(corners, order));
    return all;
  }();
  const auto& [s, t, weight] = rules[number];
  return {s.data(), t.data(), weight.data(), static_cast<int>(s.size())};
}

RulePoints rule_points(const PanelShape& shape, std::size_t rule) {
  const PanelMap map = panel_map(shape);
  const NodeArrays nodes = rule_nodes(rule_number(shape.corner_count, rule));
  RulePoints points;
  points.size = nodes.size;
  for (int q = 0; q < nodes.size; ++q) {
    const double s = nodes.s[q], t = nodes.t[q];
    const Vec3 at = map.point(s, t);
    points.x[q] = at.x();
    points.y[q] = at.y();
    points.z[q] = at.z();
    points.weight[q] = nodes.weight[q] * map.area_element(s, t);
  }
  return points;
}

// The four points on a small panel with edges h err by (kh/2)^4/135 of the integral: by 1e-4 at
// most, and by 3e-5 on a square.
RulePoints wave_points(
    const mesh::Surface& surface, const BoundarySpace& space, Index j, double wavenumber) {
  constexpr double small = 0.35;
  if (space.order() == 0) {
    const PanelShape shape = panel_shape(surface, j);
    const bool is_small = shape.corner_count == 4 && wavenumber * shape.radius < small;
    return rule_points(shape, is_small ? 0 : 1);
  }
  const Vec3& x = space.points[j];
  return {{x.x()}, {x.y()}, {x.z()}, {space.mass[j]}, 1};
}

PanelQuadrature::PanelQuadrature(const mesh::Surface& surface, const PanelKernels& of)
    : kernels(of), grid(surface.centroids, cell_size(surface)) {
  for (Index j = 0; j < surface.size(); ++j) {
    shapes.push_back(panel_shape(surface, j));
    maps.push_back(panel_map(shapes.back()));
    largest_radius = std::max(largest_radius, shapes.back().radius);
  }
}

PairBatches::PairBatches(const PanelQuadrature& quadrature, Integrate integrate)
    : quadrature_(quadrature), integrate_(std::move(integrate)),
      batches_(std::make_unique_for_overwrite<Batch[]>(total)) {
  for (std::size_t rule = 0; rule < total; ++rule) {
    auto& [size, maps, further, at, number] = batches_[rule];
    for (std::size_t m = 0; m < map_coefficients; ++m) maps.coefficient[m] = number[m];
    for (std::size_t m = 0; m < further.size(); ++m) further[m] = number[map_coefficients + m];
  }
}

core::Count PairBatches::add(const Vec3& x, Index j, std::size_t at, const Further& further) {
  const PanelShape& whole = quadrature_.shapes[j];
  core::Count points = 0;
  for_each_leaf(whole, x, [&](const PanelShape& part, std::size_t which) {
    const std::size_t rule = rule_number(part.corner_count, which);
    points += rule_nodes(rule).size;
    if (!integrate_) return;
    PanelMap seen = &part == &whole ? quadrature_.maps[j] : panel_map(part);
    seen.middle = x - seen.middle;
    std::array<double, map_coefficients> coefficients;
    std::memcpy(coefficients.data(), &seen, sizeof coefficients);
    Batch& batch = batches_[rule];
    for (std::size_t m = 0; m < map_coefficients; ++m)
      batch.number[m][batch.size] = coefficients[m];
    for (std::size_t m = 0; m < further.size(); ++m)
      batch.number[map_coefficients + m][batch.size] = further[m];
    batch.at[batch.size++] = at;
    if (batch.size == Batch::capacity) integrate(rule);
  });
  return points;
}

void PairBatches::finish() {
  for (std::size_t rule = 0; rule < total; ++rule)
    if (batches_[rule].size > 0) integrate(rule);
}

void PairBatches::integrate(std::size_t rule) {
  Batch& batch = batches_[rule];
  for (auto& row : batch.number)
    std::fill(row + batch.size, row + padded(batch.size), row[batch.size - 1]);
  integrate_(batch, rule_nodes(rule));
  batch.size = 0;
}

}  // namespace febem::bem
