// Triangulated spheres from the icosahedron.
#pragma once

#include "mesh/surface.h"

namespace febem::meshes {

/// A sphere about the origin with 20 frequency^2 triangular panels. All vertices lie on the sphere
/// of this radius (m). Each edge of the icosahedron is cut into `frequency` parts. It has one
/// region, "sphere". Measured and validated.
mesh::Surface icosphere(double radius, int frequency);

/// A sphere about the origin with 20 frequency^2 triangular panels whose vertices lie on circles of
/// latitude about the z axis, one of them at the polar angle `half_angle` (radians, within (0,
/// pi)): regions "cap" (around +z, out to that circle) and "sphere". Measured and validated.
mesh::Surface capped_sphere(double radius, int frequency, double half_angle);

}  // namespace febem::meshes
