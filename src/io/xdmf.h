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
      1, 1, 1};  ///< points along its edges; the number along the first edge runs fastest

  std::size_t points() const { return counts[0] * counts[1] * counts[2]; }
};

/// Sizes of the arrays of results.h5.
struct XdmfSizes {
  std::size_t points = 0, panels = 0, topology = 0;             ///< the wet surface
  std::size_t nodes = 0, elements = 0, structure_topology = 0;  ///< the structure; 0 without one
  std::size_t field_points = 0,
              single_points =
                  0;  ///< all field points; the single ones, which come before those of grids
  std::vector<GridSizes> grids = {};  ///< grids of field points
  std::size_t directions = 0;         ///< directions of the directivity
};

/// A part of a dataset as a dataset of its own, `name`. Some readers of XDMF cannot select a part
/// of a dataset.
struct XdmfView {
  std::string name, dataset;
  std::vector<std::size_t> first, extent;  ///< place of the part in the dataset
  std::vector<std::size_t> shape;          ///< shape of the view
};

struct Xdmf {
  std::string text;
  std::vector<XdmfView> views;  ///< views that the text names and results.h5 must have
};

/// The description of results.h5. It has a collection of grids over the frequencies (given as
/// "time") for the surface. If there are such, it also has collections for the structure, the
/// single field points (points), each grid of field points (structured) and the directivity (a
/// circle of lines).
Xdmf xdmf_of(
    const std::string& h5_name, const XdmfSizes& sizes, const std::vector<double>& frequencies);

/// The mixed topology of a surface in XDMF: for each cell its type code, then its points. Type
/// codes: triangle 4, quadrilateral 5.
std::vector<std::int32_t> mixed_topology(const mesh::Surface& surface);

/// The mixed topology of a structure. Type codes: hexahedron 9, 10-node tetrahedron 38, 15-node
/// wedge 40, 20-node hexahedron 48; nodes in VTK's order.
std::vector<std::int32_t> mixed_topology(const mesh::Solid& solid);

}  // namespace febem::io
