#include "mesh/size_jumps.h"

#include <cmath>

#include "mesh/edges.h"

namespace febem::mesh {

SizeJumps size_jumps(const Surface& surface) {
  const double least_cosine = std::cos(sharp_angle * (1 + 1e-9) * core::pi / 180);  // a cylinder of 12 panels around turns by it
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
