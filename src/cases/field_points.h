// Field points, and checks that they and point sources lie where the field can be computed.
#pragma once

#include <cstdint>
#include <vector>

#include "cases/case.h"
#include "mesh/surface.h"

namespace febem::cases {

/// A field point must be farther from the surface than this fraction of the longest edge of the
/// nearest panel, over order + 1. Nearer, the steps between constant panels show; the true surface
/// may also be as far from flat panels.
inline constexpr double least_clearance = 0.1;
/// A field point must be farther from each point source than this fraction of the longest edge.
inline constexpr double least_distance_from_source = 1e-6;

/// The point source within `distance` of x, where its field is singular, or nullptr.
const Excitation* source_at(const Case& problem, const mesh::Vec3& x, double distance);

/// Throws core::InputError with the first point of the case's list that is inside the body, too
/// near to its surface, or at a point source.
void check_field_points(const Case& problem, const mesh::Surface& surface);

/// A point source must be farther from the surface than this fraction of the longest edge of the
/// nearest panel, over order + 1: larger panels do not resolve its field.
inline constexpr double least_source_clearance = 0.5;

/// Throws core::InputError at the first point source that is too near to the surface, or inside an
/// elastic or locally reacting body, whose surface cannot move as its field does.
void check_point_sources(const Case& problem, const mesh::Surface& surface);

/// The points of a case's list, then those of its grids, one grid after the other.
struct FieldPoints {
  std::vector<mesh::Vec3> all;  ///< m
  /// 0 at a grid point that could not be a point of the list, else 1.
  std::vector<std::int32_t> in_fluid;
  std::vector<mesh::Vec3> computed;  ///< those in the fluid, m
};

/// Throws core::InputError also for a grid with no point in the fluid.
FieldPoints field_points(const Case& problem, const mesh::Surface& surface);

}  // namespace febem::cases
