// Surfaces of cubes: flat faces, and edges that are concave.
#pragma once

#include <array>
#include <map>
#include <set>

#include "mesh/surface.h"

namespace febem::test {

using Cell = std::array<int, 3>;

/// The outside of unit cubes, by the corners nearest to the origin; flat faces and re-entrant
/// edges.
inline mesh::Surface voxel_surface(const std::set<Cell>& cells) {
  mesh::Surface s;
  s.regions = {"wet"};
  std::map<Cell, core::Index> numbers;
  const auto point = [&](const Cell& at) {
    const auto [entry, is_new] = numbers.emplace(at, static_cast<core::Index>(s.points.size()));
    if (is_new) s.points.emplace_back(at[0], at[1], at[2]);
    return entry->second;
  };
  for (const Cell& cell : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1}) {
        Cell neighbour = cell;
        neighbour[axis] += side == 1 ? 1 : -1;
        if (cells.contains(neighbour)) continue;
        std::array<core::Index, 4> v{};
        for (std::size_t corner = 0; corner < 4; ++corner) {
          Cell at = cell;
          at[axis] += side;
          at[(axis + 1) % 3] += corner == 1 || corner == 2 ? 1 : 0;
          at[(axis + 2) % 3] += corner >= 2 ? 1 : 0;
          v[side == 1 ? corner : 3 - corner] = point(at);
        }
        s.panels.push_back({v, 4, 0});
      }
  return s;
}

/// Cubes with edges that are concave, some of them beside convex ones.
inline mesh::Surface notched_block() {
  std::set<Cell> cells;
  for (int i = 0; i < 64; ++i)
    if (const Cell cell{i & 3, i >> 2 & 3, i >> 4}; cell[0] < 2 || cell[1] < 2 || cell[2] == 1)
      cells.insert(cell);
  return voxel_surface(cells);
}

}  // namespace febem::test
