// A point or direction in space, and its text in messages.
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

/// The text that follows the first of `count` faults in a message: " (and 2 panels more)" for 3
/// faults with the name "panel". Empty if there is one fault only.
std::string and_more(std::size_t count, const std::string& name);

}  // namespace febem::mesh
