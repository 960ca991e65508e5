// Where the pressure in the fluid is computed.
#pragma once

#include <cstdint>
#include <vector>

#include "cases/case.h"
#include "mesh/surface.h"

namespace febem::model {

/// The points of a case's list, then those of its grids, one grid after the other.
struct FieldPoints {
  std::vector<mesh::Vec3> all;         ///< m
  std::vector<std::int32_t> in_fluid;  ///< one a point: 0 where a grid has a point that the list must not have, else 1
  std::vector<mesh::Vec3> computed;    ///< those in the fluid, in their order, m
};

/// Throws core::InputError for the first point of the list that check_field_points() refuses, and for a grid with no point in the fluid.
FieldPoints field_points(const cases::Case& problem, const mesh::Surface& surface);

}  // namespace febem::model
