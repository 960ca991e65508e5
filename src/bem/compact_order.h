// Points that lie near each other, one after the other.
#pragma once

#include <vector>

#include "bem/formulation.h"

namespace febem::bem {

/// These points, which are known by their numbers, in groups of `group` (the last may be smaller) that are compact: halved again and
/// again across their longest extent. Rounding of the coordinates does not change them.
std::vector<Index> compact_order(const std::vector<mesh::Vec3>& points, std::vector<Index> numbers, std::size_t group);

}  // namespace febem::bem
