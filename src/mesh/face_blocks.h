// Quadrilateral faces of a skin, joined into square blocks.
#pragma once

#include <array>
#include <vector>

#include "mesh/element_topology.h"
#include "mesh/solid.h"

namespace febem::mesh {

/// A square of size x size faces. Its corners 0 1 2 3 are anticlockwise seen from outside.
struct FaceBlock {
  /// A face, and which of its corners is nearest to corner 0 of the block.
  struct Member {
    Face face;
    FaceGeometry geometry;
    int first_corner;
  };
  int size;
  Index region;
  std::vector<Member> members;  ///< at (column, row), counted from corner 0 towards corners 1 and
                                ///< 3: members[row * size + column]

  const Member& at(int column, int row) const {
    return members[static_cast<std::size_t>(row * size + column)];
  }
};

/// Joins the faces of closed skins, each of which gets into one block of size x size. Blocks begin
/// at nodes where not four faces meet, as at the corners of a cubed sphere, and go on from block to
/// block. `regions` is by face. Throws core::InputError, with the first face, if a face gets into
/// no block: beside a triangle, an edge of the body (60 degrees or more), another region, or where
/// the numbers of faces are no multiples of the size.
std::vector<FaceBlock> join(const Solid& solid, const std::vector<Face>& faces,
    const std::vector<Index>& regions, int size);

}  // namespace febem::mesh
