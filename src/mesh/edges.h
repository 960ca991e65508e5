// The edges of a surface and the panels that meet there.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "mesh/surface.h"

namespace febem::mesh {

/// One edge as one panel walks it, anticlockwise.
struct EdgeWalk {
  Index tail = 0, head = 0;  ///< indices into Surface::points
  Index panel = 0;

  bool same_edge(const EdgeWalk& other) const {
    return std::minmax(tail, head) == std::minmax(other.tail, other.head);
  }
};

/// Of all panels; those of the same edge stand side by side, in the order of their panels.
std::vector<EdgeWalk> edge_walks(const Surface& surface);

/// Calls visit(walks), a std::span of `all` as edge_walks() returns them, for each edge: of a closed surface two walks in
/// opposite directions.
template <class Visit>
void for_each_edge(const std::vector<EdgeWalk>& all, Visit&& visit) {
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(first, all.end(), [&](const EdgeWalk& walk) { return !walk.same_edge(*first); });
    visit(std::span<const EdgeWalk>(first, last));
    first = last;
  }
}

/// An edge where the normal turns farther than this, radians, is sharp; a cylinder of 9 panels around turns by it.
inline constexpr double sharp_turn = 40 * core::pi / 180;

/// An edge of two panels that is sharp.
struct SharpEdge {
  EdgeWalk walk;
  double turn;
};

/// Convex and concave ones.
std::vector<SharpEdge> sharp_edges(const Surface& surface);

/// How far the normal turns from a panel to its neighbour, radians: 0 in one plane, towards pi at a blade, negative where the body
/// is concave.
double turn(const Surface& surface, Index panel, Index other);

/// From x to the nearest point of the straight edge, m.
double distance(const Surface& surface, const EdgeWalk& edge, const Vec3& x);

/// At an infinite distance, and null, if there is none.
struct NearestEdge {
  double distance = std::numeric_limits<double>::infinity();
  const SharpEdge* edge = nullptr;  ///< one of those searched
};
NearestEdge nearest_edge(const Surface& surface, std::span<const SharpEdge> edges, const Vec3& x);

}  // namespace febem::mesh
