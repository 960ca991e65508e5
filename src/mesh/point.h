// A point or direction in space, and what messages say of it.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <string>

#include "core/types.h"

namespace febem::mesh {

using core::Index;
using Vec3 = Eigen::Vector3d;

/// "(0.5, 0, -1)", m.
std::string text(const Vec3& x);

/// After the first of `count` faults: " (and 2 panels more)" of 3 things of this name; empty if there is no other.
std::string and_more(std::size_t count, const std::string& name);

}  // namespace febem::mesh
