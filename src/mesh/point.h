// A point or direction in space.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "core/types.h"

namespace febem::mesh {

using core::Index;
using Vec3 = Eigen::Vector3d;

}  // namespace febem::mesh
