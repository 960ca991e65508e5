// Merging of points that coincide within a tolerance.
#pragma once

#include <vector>

#include "mesh/point.h"

namespace febem::mesh {

/// For each point the first one it coincides with, itself if none: points are taken in order, and each joins the nearest
/// earlier one that stands for itself and lies within `tolerance` (m), so that a row of close points does not shrink to one.
std::vector<Index> merged_points(const std::vector<Vec3>& points, double tolerance);

}  // namespace febem::mesh
