// The edges of a surface and the panels that meet there.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "mesh/surface.h"

namespace febem::mesh {

/// One edge in the direction in which one panel runs through it, anticlockwise seen from the fluid.
struct EdgeWalk {
  Index tail = 0, head = 0;  ///< indices into Surface::points
  Index panel = 0;

  bool same_edge(const EdgeWalk& other) const { return std::minmax(tail, head) == std::minmax(other.tail, other.head); }
};

/// The edges of all panels; those of one edge are adjacent, in the order of their panels.
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

/// An edge where the normal turns farther than this, radians, is sharp. A cylinder of 9 panels around turns by 40 degrees: a little
/// more, so that there rounding does not decide.
inline constexpr double sharp_turn = 40 * (1 + 1e-9) * core::pi / 180;

/// An edge of two panels that is sharp.
struct SharpEdge {
  EdgeWalk walk;
  double turn;
};

/// All sharp edges, convex and concave. The surface must be closed and measured.
std::vector<SharpEdge> sharp_edges(const Surface& surface);

/// Angle between the normals of a panel and its neighbour, radians: 0 in one plane, towards pi at a blade, negative where
/// the body is concave.
double turn(const Surface& surface, Index panel, Index other);

/// Distance from x to the nearest point of the edge, m.
double distance(const Surface& surface, const EdgeWalk& edge, const Vec3& x);

/// The nearest of some sharp edges, with all that are as near to within rounding; infinite distance and none if there are none.
struct NearestEdges {
  double distance = std::numeric_limits<double>::infinity();
  std::vector<SharpEdge> edges;
};
NearestEdges nearest_edges(const Surface& surface, std::span<const SharpEdge> edges, const Vec3& x);

/// size_jumps() compares two panels where their normals differ by more than this, degrees.
inline constexpr double sharp_angle = 30;
/// Ratio of the sizes of two panels, sizes being square roots of areas, above which one calls it a jump.
inline constexpr double size_jump = 3;

/// The sharp edges across which the panel size jumps.
struct SizeJumps {
  Index edges = 0;
  double worst = 1;              ///< ratio, of those edges
  Index small = -1, large = -1;  ///< the panels there
  Vec3 where = Vec3::Zero();     ///< the middle of their edge, m
};

/// Looks for size jumps across sharp edges: pressure and velocity vary fast there, and a large panel beside small ones
/// spoils what these resolve. On smooth parts a jump does little. The surface must be measured and closed.
SizeJumps size_jumps(const Surface& surface);

}  // namespace febem::mesh
