// Field points, where the pressure in the fluid is computed, and checks that field points and point
// sources of a case lie where the field can be computed.
#pragma once

#include <cstdint>
#include <vector>

#include "cases/case.h"
#include "mesh/surface.h"

namespace febem::cases {

/// A field point must be farther from the surface than this fraction of the longest edge of the
/// nearest panel, over order + 1. At a smaller distance the steps between constant panels show.
/// Flat panels may also lie at such a distance from the true surface, on either side.
inline constexpr double least_clearance = 0.1;
/// A field point must be farther from each point source than this fraction of the longest edge of
/// the surface, so that it is not at the position of the source.
inline constexpr double least_distance_from_source = 1e-6;

/// The point source that is no farther from x than `distance`, or nullptr. The field of a source is
/// singular at its position.
const Excitation* source_at(const Case& problem, const mesh::Vec3& x, double distance);

/// Throws core::InputError with the first point of the case's list that is inside the body, on its
/// surface or too near to it, or at a point source.
void check_field_points(const Case& problem, const mesh::Surface& surface);

/// A point source must be farther from the surface than this fraction of the longest edge of the
/// nearest panel, over order + 1. The field of a source varies over lengths of about its distance,
/// and larger panels do not resolve that.
inline constexpr double least_source_clearance = 0.5;

/// Throws core::InputError at the position of the first point source that is on the surface or too
/// near to it, or inside an elastic or a locally reacting body. Such a body moves by itself, so its
/// surface cannot move as the field of the source does.
void check_point_sources(const Case& problem, const mesh::Surface& surface);

/// The points of a case's list, then those of its grids, one grid after the other.
struct FieldPoints {
  std::vector<mesh::Vec3> all;         ///< m
  std::vector<std::int32_t> in_fluid;  ///< one for each point: 0 at a grid point that could not be
                                       ///< a point of the list, else 1
  std::vector<mesh::Vec3> computed;    ///< the points in the fluid, in the order of `all`, m
};

/// The field points of a case. Throws core::InputError for the first point of the list that
/// check_field_points() refuses, and for a grid with no point in the fluid.
FieldPoints field_points(const Case& problem, const mesh::Surface& surface);

}  // namespace febem::cases
