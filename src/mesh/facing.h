// Sides of bodies that face each other, through a thin part of a body or across a narrow gap of
// fluid.
#pragma once

#include <limits>

#include "mesh/surface.h"

namespace febem::mesh {

/// The panel that is nearest, for its length, to the panel that it faces.
struct FacingSides {
  /// Distance over the length of the panel, the smallest of all panels.
  double nearest = std::numeric_limits<double>::infinity();
  Index panel = -1, opposite = -1;  ///< the panel with that ratio, and the panel that it faces
  bool across_fluid = false;        ///< across a gap of fluid, not through a body
  double distance = 0;              ///< between the two panels, m
  Vec3 where = Vec3::Zero();        ///< the point of `panel` that it is measured from, m
};

/// How far the search goes from a panel, along its normal in both directions, in lengths of the
/// panel. The length of a panel is its longest edge.
inline constexpr double facing_reach = 4;

/// Finds the panel that is nearest, for its length, to the panel that it faces. Two panels face
/// each other if the normal of one meets the other, and the normals are opposed to within 45
/// degrees. Panels that share a vertex do not count, because the sides of an edge or of a point
/// meet on any mesh. Normals start at the centroid of a flat panel, and at four or eight points of
/// a curved one. Panels are curved if the surface has middles. Takes n log n. The surface must be
/// measured and closed.
FacingSides facing_sides(const Surface& surface);

}  // namespace febem::mesh
