// The edges of a surface and the panels that meet there.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "mesh/surface.h"

namespace febem::mesh {

/// An edge of a panel, in the direction in which the panel passes it: anticlockwise seen from the
/// fluid.
struct EdgeWalk {
  Index tail = 0, head = 0;  ///< indices into Surface::points
  Index panel = 0;

  bool same_edge(const EdgeWalk& other) const {
    return std::minmax(tail, head) == std::minmax(other.tail, other.head);
  }
};

/// The walks of all panels along their edges. The walks along one edge are adjacent, in the order
/// of their panels.
std::vector<EdgeWalk> edge_walks(const Surface& surface);

/// Calls visit(walks) for each edge, with a std::span of its walks. `all` is the result of
/// edge_walks(). An edge of a closed surface has two walks in opposite directions.
template <class Visit>
void for_each_edge(const std::vector<EdgeWalk>& all, Visit&& visit) {
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(
        first, all.end(), [&](const EdgeWalk& walk) { return !walk.same_edge(*first); });
    visit(std::span<const EdgeWalk>(first, last));
    first = last;
  }
}

/// An edge is sharp if the normal turns by more than this angle, radians. It is a little more than
/// 40 degrees. By 40 degrees turns a cylinder with 9 panels around it, where rounding would decide.
inline constexpr double sharp_turn = 40 * (1 + 1e-9) * core::pi / 180;

/// An edge of two panels that is sharp.
struct SharpEdge {
  EdgeWalk walk;
  double turn;
};

/// All sharp edges, convex and concave. The surface must be closed and measured.
std::vector<SharpEdge> sharp_edges(const Surface& surface);

/// Angle between the normals of a panel and its neighbour, radians. It is 0 in one plane, near pi
/// at a blade, and negative where the body is concave.
double turn(const Surface& surface, Index panel, Index other);

/// The nearest of some sharp edges, and all edges that are equally near to within rounding. Without
/// edges the distance is infinite.
struct NearestEdges {
  double distance = std::numeric_limits<double>::infinity();
  std::vector<SharpEdge> edges;
};
NearestEdges nearest_edges(const Surface& surface, std::span<const SharpEdge> edges, const Vec3& x);

/// size_jumps() compares two panels where their normals differ by more than this, degrees.
inline constexpr double sharp_angle = 30;
/// The size jumps across an edge if the sizes of the two panels have more than this ratio. The size
/// is the square root of the area.
inline constexpr double size_jump = 3;

/// The sharp edges across which the panel size jumps.
struct SizeJumps {
  Index edges = 0;
  double worst = 1;              ///< largest ratio of these edges
  Index small = -1, large = -1;  ///< the panels with that ratio
  Vec3 where = Vec3::Zero();     ///< the middle of their edge, m
};

/// Looks for size jumps across sharp edges. Pressure and velocity vary fast there, and a large
/// panel spoils what the small panels beside it resolve. On smooth parts a jump does little harm.
/// The surface must be measured and closed.
SizeJumps size_jumps(const Surface& surface);

}  // namespace febem::mesh
