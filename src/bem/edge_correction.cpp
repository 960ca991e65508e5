#include "bem/edge_correction.h"

#include <algorithm>
#include <cmath>

#include "bem/gradient_correction.h"
#include "mesh/edges.h"

namespace febem::bem {

namespace {

constexpr double reach =
    4 *
    (1 + 1e-9);  // in panel sizes: panels this near to a sharp edge are seen from its other side

bool on_another_side(const Vec3& normal, const Vec3& other) {
  return normal.dot(other) < std::cos(mesh::sharp_turn);
}

bool touches(const mesh::Panel& panel, const mesh::EdgeWalk& edge) {
  const auto last = panel.vertices.begin() + panel.vertex_count;
  return std::any_of(
      panel.vertices.begin(), last, [&](Index v) { return v == edge.tail || v == edge.head; });
}

/// Factor f on the pressure gradient that the stencil gives on panel j, the mean over the edges
/// nearest to it, which a body of equal panels has several of; 0 if it is too far from all edges to
/// be seen across one.
double gradient_factor(
    const mesh::Surface& surface, const std::vector<mesh::SharpEdge>& edges, Index j) {
  const auto [distance, nearest] = mesh::nearest_edges(surface, edges, surface.centroids[j]);
  if (!(distance <= reach * std::sqrt(surface.areas[j]))) return 0;
  double sum = 0;
  for (const auto& edge : nearest)
    sum += edge.turn > 0 && touches(surface.panels[j], edge.walk) ? edge_gradient_factor(edge.turn)
                                                                  : 1;
  return sum / static_cast<double>(nearest.size());
}

}  // namespace

double edge_gradient_factor(double turn) {
  const double lambda = core::pi / (core::pi + turn);
  const double best_line = 12 * (1 / (lambda + 2) - 1 / (2 * lambda + 2));
  return best_line / (std::pow(1.5, lambda) - std::pow(0.5, lambda));
}

EdgeCorrection::EdgeCorrection(
    const mesh::Surface& surface, const std::vector<std::vector<Index>>& neighbours) {
  const auto edges = mesh::sharp_edges(surface);
  gradients_.resize(surface.panels.size());
  for (Index j = 0; j < surface.size(); ++j) {
    const double factor = gradient_factor(surface, edges, j);
    if (factor == 0) continue;
    std::vector<Index> same_side;
    for (const Index m : neighbours[j])
      if (!on_another_side(surface.normals[j], surface.normals[m])) same_side.push_back(m);
    gradients_[j] = gradient_stencil(surface, same_side, j);
    for (auto& term : gradients_[j]) term.weight *= factor;
    smooth_ = false;
  }
}

core::Count EdgeCorrection::add(
    const PanelQuadrature& quadrature, Index i, double factor, std::span<Complex> row) const {
  if (smooth_) return 0;
  const PanelShape& here = quadrature.shapes[i];
  const auto kernel = [&](Index j) -> std::optional<StaticKernel> {
    const PanelShape& there = quadrature.shapes[j];
    if (gradients_[j].empty() || !on_another_side(here.normal, there.normal)) return {};
    return StaticKernel{(here.centre - there.centre).dot(there.normal) / (4 * core::pi), 0};
  };
  const auto near = near_moments(quadrature, here, kernel, !row.empty());
  if (!row.empty())
    for (const auto& [panel, weight, value] : near.moments)
      for (const auto& [m, gradient] : gradients_[panel]) row[m] += factor * value.dot(gradient);
  return near.points;
}

}  // namespace febem::bem
