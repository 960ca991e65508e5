// Whether the panels are graded toward sharp edges.
#pragma once

#include <string>

#include "mesh/surface.h"

namespace febem::model {

/// A line of warning, with its end, if the size of the panels jumps across sharp edges: how many, the worst and where; else empty.
std::string size_warning(const mesh::Surface& surface);

}  // namespace febem::model
