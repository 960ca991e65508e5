// Where the pressure in the fluid is computed, and checks that field points and point sources of a case lie where the field can be
// computed.
#pragma once

#include <cstdint>
#include <vector>

#include "cases/case.h"
#include "mesh/surface.h"

namespace febem::cases {

/// A field point must be farther from the surface than this fraction of the longest edge of the panel nearest to it:
/// nearer, the pressure is that of constant panels with steps between them, and flat panels may lie on either side of
/// the true surface by as much.
inline constexpr double least_clearance = 0.1;
/// And farther from each point source than this fraction of the surface's longest edge: not at its position.
inline constexpr double least_distance_from_source = 1e-6;

/// The point source that is no farther from x than `distance`, or nullptr: its field is singular at its position.
const Excitation* source_at(const Case& problem, const mesh::Vec3& x, double distance);

/// Throws core::InputError with the first point of the case's list that is inside the body, on its surface or too near to it, or at a
/// point source.
void check_field_points(const Case& problem, const mesh::Surface& surface);

/// A point source must be farther from the surface than this fraction of the longest edge of the panel nearest to it: its
/// field varies over as much as its distance, which constant panels do not resolve when they are larger.
inline constexpr double least_source_clearance = 0.5;

/// Throws core::InputError at the position of the first point source that is on the surface or too near to it, or inside a
/// body that cannot be made to move as its field does: an elastic or a locally reacting one.
void check_point_sources(const Case& problem, const mesh::Surface& surface);

/// The points of a case's list, then those of its grids, one grid after the other.
struct FieldPoints {
  std::vector<mesh::Vec3> all;         ///< m
  std::vector<std::int32_t> in_fluid;  ///< one a point: 0 where a grid has a point that the list must not have, else 1
  std::vector<mesh::Vec3> computed;    ///< those in the fluid, in their order, m
};

/// Throws core::InputError for the first point of the list that check_field_points() refuses, and for a grid with no point in the fluid.
FieldPoints field_points(const Case& problem, const mesh::Surface& surface);

}  // namespace febem::cases
