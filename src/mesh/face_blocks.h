// Quadrilateral faces of a skin, joined into square blocks.
#pragma once

#include <vector>

#include "mesh/element_topology.h"

namespace febem::mesh {

/// A face of a block, by its number in a list, and which of its corners is nearest to corner 0 of
/// the block.
struct FaceOfBlock {
  std::size_t face;
  int corner;
};

/// A square of size x size faces, row by row: rows go from corner 0 to corner 1 of the block. Its
/// corners 0 1 2 3 are anticlockwise seen from outside.
using FaceBlock = std::vector<FaceOfBlock>;

/// Joins the faces of closed skins, each of which gets into one block of size x size. Blocks begin
/// at nodes where not four faces meet, as at the corners of a cubed sphere, and go on from block to
/// block. `regions` is by face. Throws core::InputError, with the first face, if a face gets into
/// no block: beside a triangle, an edge of the body (60 degrees or more), another region, or where
/// the numbers of faces are no multiples of the size.
std::vector<FaceBlock> join(
    const std::vector<FaceGeometry>& faces, const std::vector<Index>& regions, int size);

}  // namespace febem::mesh
