// Bricks of a cube projected to a sphere.
#pragma once

#include "meshes/brick_builder.h"

namespace febem::meshes {

/// The unit vector through a point of the surface of a cube, equiangular: lines of equal parameter u on a
/// face lie at the angle (pi/4) u.
mesh::Vec3 cube_direction(const mesh::Vec3& parameter);

/// Adds 6 n^2 bricks between the cubes |x|_max = inner and |x|_max = outer of the parameter space. Returns
/// the faces on the outer cube.
std::vector<mesh::Face> add_cube_layer(BrickBuilder& builder, int n, double inner, double outer,
                                       const std::string& region);

/// The faces on the inner cube of the same bricks, from the outer ones.
std::vector<mesh::Face> opposite_faces(const std::vector<mesh::Face>& outer);

}  // namespace febem::meshes
