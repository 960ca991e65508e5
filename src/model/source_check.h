// Whether point sources lie where their field can drive the body.
#pragma once

#include "cases/case.h"
#include "mesh/surface.h"

namespace febem::model {

/// A point source must be farther from the surface than this fraction of the longest edge of the panel nearest to it: its
/// field varies over as much as its distance, which constant panels do not resolve when they are larger.
inline constexpr double least_source_clearance = 0.5;

/// Throws core::InputError at the position of the first point source that is on the surface or too near to it, or inside a
/// body that cannot be made to move as its field does: an elastic or a locally reacting one.
void check_point_sources(const cases::Case& problem, const mesh::Surface& surface);

}  // namespace febem::model
