// Whether a point of the case keeps its distance from the surface.
#pragma once

#include <string>

#include "cli/place.h"
#include "mesh/surface.h"

namespace febem::model {

/// "[x, y, z]"
std::string text_of(const mesh::Vec3& x);

/// Throws core::InputError at `place` unless x is farther from the surface than `fraction` of the longest edge of the panel
/// nearest to it; `what` names x ("the point").
void require_clearance(const cli::Place& place, const mesh::Surface& surface, const mesh::Vec3& x, const std::string& what,
                       double fraction);

}  // namespace febem::model
