#include "bem/edge_correction.h"

#include <algorithm>
#include <cmath>

#include "mesh/edges.h"

namespace febem::bem {

namespace {

constexpr double reach = 4;  // in panel sizes: panels this near to a sharp edge are seen from its other side

bool on_another_side(const Vec3& normal, const Vec3& other) { return normal.dot(other) < std::cos(mesh::sharp_turn); }

bool touches(const mesh::Panel& panel, const mesh::EdgeWalk& edge) {
  const auto last = panel.vertices.begin() + panel.vertex_count;
  return std::any_of(panel.vertices.begin(), last, [&](Index v) { return v == edge.tail || v == edge.head; });
}

/// Factor f on the pressure gradient that the stencil gives on panel j; 0 if it is too far from all edges to be seen across
/// one.
double gradient_factor(const mesh::Surface& surface, const std::vector<mesh::SharpEdge>& edges, Index j) {
  const auto [distance, edge] = mesh::nearest_edge(surface, edges, surface.centroids[j]);
  if (!(distance <= reach * std::sqrt(surface.areas[j]))) return 0;
  return edge->turn > 0 && touches(surface.panels[j], edge->walk) ? edge_gradient_factor(edge->turn) : 1;
}

/// int dG0/dn_y (y - c) over the panel `there`.
Vec3 moment(const PanelShape& here, const PanelShape& there, const PointView& points) {
  Vec3 sum = Vec3::Zero();
  for (int q = 0; q < points.size; ++q) {
    const Vec3 y(points.x[q], points.y[q], points.z[q]), d = here.centre - y;
    const double r = d.norm();
    sum += points.weight[q] * d.dot(there.normal) / (r * r * r) * (y - there.centre);
  }
  return sum / (4 * core::pi);
}

}  // namespace

double edge_gradient_factor(double turn) {
  const double lambda = core::pi / (core::pi + turn);
  const double best_line = 12 * (1 / (lambda + 2) - 1 / (2 * lambda + 2));
  return best_line / (std::pow(1.5, lambda) - std::pow(0.5, lambda));
}

EdgeCorrection::EdgeCorrection(const mesh::Surface& surface, const std::vector<std::vector<Index>>& neighbours) {
  const auto edges = mesh::sharp_edges(surface);
  for (Index j = 0; j < surface.size(); ++j) {
    const double factor = gradient_factor(surface, edges, j);
    if (factor == 0) continue;
    std::vector<Index> same_side;
    for (const Index m : neighbours[j])
      if (!on_another_side(surface.normals[j], surface.normals[m])) same_side.push_back(m);
    auto gradient = gradient_stencil(surface, same_side, j);
    for (auto& term : gradient) term.weight *= factor;
    panels_.push_back({j, std::move(gradient)});
  }
}

/// use(panel with its gradient, weight) for each that is corrected as seen from `here`.
template <class Use>
void EdgeCorrection::for_each_seen(const PanelShape& here, const PanelQuadrature& quadrature, Use&& use) const {
  for (const auto& candidate : panels_) {
    const PanelShape& there = quadrature.shape(candidate.panel);
    const double weight = fade(here, there);
    if (weight != 0 && on_another_side(here.normal, there.normal)) use(candidate, weight);
  }
}

core::Count EdgeCorrection::add(const PanelQuadrature& quadrature, Index i, std::span<Complex> k) const {
  const PanelShape& here = quadrature.shape(i);
  core::Count count = 0;
  for_each_seen(here, quadrature, [&](const PanelGradient& seen, double weight) {
    Vec3 sum = Vec3::Zero();
    quadrature.visit(here.centre, seen.panel, [&](const PointView& points) {
      sum += moment(here, quadrature.shape(seen.panel), points);
      count += points.size;
    });
    for (const auto& [m, gradient] : seen.gradient) k[m] += weight * sum.dot(gradient);
  });
  return count;
}

core::Count EdgeCorrection::points(const PanelQuadrature& quadrature, Index i) const {
  const PanelShape& here = quadrature.shape(i);
  core::Count count = 0;
  for_each_seen(here, quadrature, [&](const PanelGradient& seen, double) { count += quadrature.points(here.centre, seen.panel); });
  return count;
}

}  // namespace febem::bem
