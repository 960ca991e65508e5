// The XDMF description of results.h5, for ParaView.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace febem::io {

/// Sizes of what results.h5 holds.
struct XdmfSizes {
  std::size_t points = 0, panels = 0, topology = 0;             ///< the wet surface
  std::size_t nodes = 0, elements = 0, structure_topology = 0;  ///< the structure; 0 without one
};

/// One collection of grids over the frequencies (given as "time") for the surface, one for the structure.
std::string xdmf_text(const std::string& h5_name, const XdmfSizes& sizes,
                      const std::vector<double>& frequencies);

}  // namespace febem::io
