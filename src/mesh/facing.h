// Sides of bodies that face each other, through a thin part of a body or across a narrow gap of fluid.
#pragma once

#include <limits>

#include "mesh/surface.h"

namespace febem::mesh {

/// The panels that face another one, and lie near it for their size.
struct FacingSides {
  double nearest = std::numeric_limits<double>::infinity();  ///< distance over the panel's length, the least of all panels
  Index panel = -1, opposite = -1;                           ///< the panel there, and the one it faces
  bool across_fluid = false;                                 ///< rather than through a body
  double distance = 0;                                       ///< m, there
  Vec3 where = Vec3::Zero();                                 ///< the panel's centroid, m
};

/// Panels are looked at along their normal, from the centroid, both ways and as far as so many of their lengths. The length of a panel is
/// its longest edge.
inline constexpr double facing_reach = 4;

/// Looks for the panel that is nearest, for its length, to the panel it faces. Two panels face each other if the normal of one meets the
/// other, whose own normal is opposed to within 45 degrees, and they share no vertex: the sides of an edge or of a point meet there however
/// fine the mesh. Takes n log n. The surface must be measured and closed.
FacingSides facing_sides(const Surface& surface);

}  // namespace febem::mesh
