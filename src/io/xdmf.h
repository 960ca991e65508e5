// The XDMF description of results.h5, for ParaView and meshio.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::io {

/// A grid of field points.
struct GridSizes {
  std::size_t first = 0;  ///< its first point among all field points
  std::array<std::size_t, 3> counts{
      1, 1, 1};  ///< along its edges; the number along the first runs fastest

  std::size_t points() const { return counts[0] * counts[1] * counts[2]; }
};

/// Sizes of the arrays of results.h5.
struct XdmfSizes {
  std::size_t points = 0, panels = 0, topology = 0;             ///< the wet surface
  std::size_t nodes = 0, elements = 0, structure_topology = 0;  ///< the structure; 0 without one
  std::size_t field_points = 0,
              single_points = 0;      ///< the single ones come before those of grids
  std::vector<GridSizes> grids = {};  ///< grids of field points
  std::size_t directions = 0;         ///< directions of the directivity
};

/// A part of a dataset as a dataset of its own, for readers of XDMF that cannot select a part.
struct XdmfView {
  std::string name, dataset;
  std::vector<std::size_t> first, extent;  ///< place of the part in the dataset
  std::vector<std::size_t> shape;          ///< shape of the view
};

struct Xdmf {
  std::string text;
  std::vector<XdmfView> views;  ///< that the text names and results.h5 must have
};

/// The description of results.h5: for the surface, and where there are such for the structure, the
/// single field points, each grid of field points and the directivity (a circle of lines), a
/// collection of grids over the frequencies, given as "time". With load cases a step is one of them
/// at a frequency, "time" is the number of the step, and the name of the grid has both.
Xdmf xdmf_of(const std::string& h5_name, const XdmfSizes& sizes,
    const std::vector<double>& frequencies, const std::vector<std::string>& load_cases = {});

/// The mixed topology of XDMF: for each cell its type code (triangle 4, quadrilateral 5), then its
/// points.
std::vector<std::int32_t> mixed_topology(const mesh::Surface& surface);

/// Type codes: hexahedron 9, 10-node tetrahedron 38, 15-node wedge 40, 20-node hexahedron 48; nodes
/// in VTK's order.
std::vector<std::int32_t> mixed_topology(const mesh::Solid& solid);

}  // namespace febem::io
