// What messages say in more than one place.
#pragma once

#include <cstddef>
#include <string>

#include "mesh/point.h"

namespace febem::mesh {

/// "(0.5, 0, -1)", m.
std::string text(const Vec3& x);

/// After the first of `count` faults: " (and 2 panels more)" of 3 things of this name; empty if there is no other.
std::string and_more(std::size_t count, const std::string& name);

}  // namespace febem::mesh
