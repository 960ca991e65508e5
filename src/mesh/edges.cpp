#include "mesh/edges.h"

#include <cmath>
#include <tuple>

#include "mesh/triangle.h"

namespace febem::mesh {

std::vector<EdgeWalk> edge_walks(const Surface& surface) {
  std::vector<EdgeWalk> all;
  all.reserve(4 * surface.panels.size());
  for (Index j = 0; j < surface.size(); ++j)
    for (int v = 0; v < surface.panels[j].vertex_count; ++v)
      all.push_back({surface.panels[j].vertices[v], surface.panels[j].next(v), j});
  const auto key = [](const EdgeWalk& w) {
    return std::tuple(std::min(w.tail, w.head), std::max(w.tail, w.head), w.panel, w.tail);
  };
  std::sort(all.begin(), all.end(),
      [&](const EdgeWalk& a, const EdgeWalk& b) { return key(a) < key(b); });
  return all;
}

std::vector<SharpEdge> sharp_edges(const Surface& surface) {
  std::vector<SharpEdge> result;
  for_each_edge(edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
    if (walks.size() != 2) return;
    const double angle = turn(surface, walks[0].panel, walks[1].panel);
    if (std::abs(angle) > sharp_turn) result.push_back({walks[0], angle});
  });
  return result;
}

double turn(const Surface& surface, Index panel, Index other) {
  const Vec3 &a = surface.normals[panel], &b = surface.normals[other];
  const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
  return (surface.centroids[other] - surface.centroids[panel]).dot(a - b) > 0 ? -angle : angle;
}

NearestEdges nearest_edges(
    const Surface& surface, std::span<const SharpEdge> edges, const Vec3& x) {
  constexpr double rounding = 1e-9;
  NearestEdges nearest;
  std::vector<double> distances;
  for (const SharpEdge& edge : edges)
    nearest.distance = std::min(
        nearest.distance, distances.emplace_back(distance_to_segment(
                              surface.points[edge.walk.tail], surface.points[edge.walk.head], x)));
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (distances[i] <= nearest.distance * (1 + rounding)) nearest.edges.push_back(edges[i]);
  return nearest;
}

SizeJumps size_jumps(const Surface& surface) {
  const double least_cosine = std::cos(
      sharp_angle * (1 + 1e-9) * core::pi / 180);  // a cylinder of 12 panels around turns by it
  SizeJumps jumps;
  for_each_edge(edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
    if (walks.size() != 2) return;
    Index small = walks[0].panel, large = walks[1].panel;
    if (surface.normals[small].dot(surface.normals[large]) >= least_cosine) return;
    if (surface.areas[small] > surface.areas[large]) std::swap(small, large);
    const double ratio = std::sqrt(surface.areas[large] / surface.areas[small]);
    if (!(ratio > size_jump)) return;
    ++jumps.edges;
    if (!(ratio > jumps.worst)) return;
    jumps.worst = ratio;
    jumps.small = small;
    jumps.large = large;
    jumps.where = (surface.points[walks[0].tail] + surface.points[walks[0].head]) / 2;
  });
  return jumps;
}

}  // namespace febem::mesh
