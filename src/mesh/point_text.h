// A point as messages name it.
#pragma once

#include <string>

#include "mesh/point.h"

namespace febem::mesh {

/// "(0.5, 0, -1)", m.
std::string text(const Vec3& x);

}  // namespace febem::mesh
