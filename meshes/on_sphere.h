// Curved panels on a sphere about the origin.
#pragma once

#include "mesh/surface.h"

namespace febem::meshes {

/// Makes the edges between points of the sphere of this radius (m) great circles, and gives quadrilaterals between such points ninth nodes on the
/// sphere. Other edges become straight, and other panels stay images of 8-node faces. The middle of an edge is that of its arc: the distance of the
/// edge from the sphere is then of the fourth order of its length. With the middle of another parametrisation it is of the third order.
void curve_on_sphere(mesh::Surface& surface, double radius);

/// Moves all points of a surface of quadrilaterals onto the sphere first.
void put_on_sphere(mesh::Surface& surface, double radius);

}  // namespace febem::meshes
