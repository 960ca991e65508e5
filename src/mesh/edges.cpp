#include "mesh/edges.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <map>

namespace febem::mesh {

std::vector<Edge> edges(const Surface& surface) {
  std::vector<Edge> result;
  std::map<std::pair<Index, Index>, std::size_t> walked;  // (tail, head) -> its place in `result`
  for (Index j = 0; j < surface.size(); ++j) {
    const auto& [vertices, count, region] = surface.panels[j];
    for (int i = 0; i < count; ++i) {
      const Index tail = vertices[i], head = vertices[(i + 1) % count];
      if (const auto known = walked.find({head, tail}); known != walked.end()) {
        result[known->second].right = j;
      } else {
        walked[{tail, head}] = result.size();
        result.push_back({tail, head, j, -1});
      }
    }
  }
  return result;
}

double turn(const Surface& surface, const Edge& edge) {
  const Vec3 &a = surface.normals[edge.left], &b = surface.normals[edge.right];
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

std::vector<Body> bodies(const Surface& surface) {
  const auto all_edges = edges(surface);
  std::vector<Index> rank(surface.panels.size()), parent(surface.panels.size());
  boost::disjoint_sets<Index*, Index*> sets(rank.data(), parent.data());
  for (Index j = 0; j < surface.size(); ++j) sets.make_set(j);
  for (const auto& edge : all_edges) sets.union_set(edge.left, edge.right);
  std::vector<Body> result;
  std::map<Index, std::size_t> body_of;  // representative -> its place in `result`
  for (Index j = 0; j < surface.size(); ++j) {
    const auto [place, fresh] = body_of.emplace(sets.find_set(j), result.size());
    if (fresh) result.emplace_back();
    result[place->second].panels.push_back(j);
  }
  for (const auto& edge : all_edges) result[body_of.at(sets.find_set(edge.left))].edges.push_back(edge);
  return result;
}

double distance(const Surface& surface, const Edge& edge, const Vec3& x) {
  const Vec3 &tail = surface.points[edge.tail], along = surface.points[edge.head] - tail;
  const double share = std::clamp((x - tail).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (x - tail - share * along).norm();
}

}  // namespace febem::mesh
