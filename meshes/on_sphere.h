// Curved panels on a sphere about the origin.
#pragma once

#include "meshes/generator.h"

namespace febem::meshes {

/// Makes the edges between points of the sphere of this radius (m) great circles, and gives
/// quadrilaterals between such points ninth nodes on the sphere. Other edges become straight, and
/// other panels stay images of 8-node faces. The middle of an edge is that of its arc: the distance
/// of the edge from the sphere is then of the fourth order of its length. With the middle of
/// another parametrisation it is of the third order.
void curve_on_sphere(mesh::Surface& surface, double radius);

/// Generator::curve of a ball of bricks. Moves all points of the surface onto the sphere first.
/// Triangles keep the middles of the bricks' faces.
void curve_ball(const Values& values, mesh::Surface& surface);

}  // namespace febem::meshes
