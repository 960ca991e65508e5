// XDMF's mixed topology: for each cell its type code, then its points.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::io {

/// Type codes: triangle 4, quadrilateral 5.
std::vector<std::int32_t> mixed_topology(const mesh::Surface& surface);

/// Type codes: hexahedron 9, 10-node tetrahedron 38, 15-node wedge 40, 20-node hexahedron 48; nodes in VTK's
/// order.
std::vector<std::int32_t> mixed_topology(const mesh::Solid& solid);

}  // namespace febem::io
