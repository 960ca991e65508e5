// Whether the pressure can be had at the points a case asks for.
#pragma once

#include "cases/case.h"
#include "mesh/surface.h"

namespace febem::model {

/// A field point must be farther from the surface than this fraction of the longest edge of the panel nearest to it:
/// nearer, the pressure is that of constant panels with steps between them, and flat panels may lie on either side of
/// the true surface by as much.
inline constexpr double least_clearance = 0.1;
/// And farther from a point source than this fraction of the longest edge of all, which is to say: not where it is.
inline constexpr double least_distance_from_source = 1e-6;

/// Throws core::InputError with the first field point that is inside the body, on its surface or too near to it, or
/// where a point source is.
void check_field_points(const cases::Case& problem, const mesh::Surface& surface);

}  // namespace febem::model
