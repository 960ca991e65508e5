// Meshes of a triangle, flat or on a sphere: three blocks of quadrilaterals, one at each corner.
#pragma once

#include <array>

#include "mesh/repair.h"
#include "mesh/surface.h"

namespace febem::meshes {

/// The side between corners i and j of the triangle has cells[i] + cells[j] panels, whose ends lie
/// at equal distances. The block at corner i has cells[j] x cells[k] panels. `position` gets the
/// part of the way from corner 0 to the opposite side, and the angle: 0 on the side to corner 1,
/// pi/2 on the side to corner 2. Normals are those of the corners 0, 1, 2, unless `reversed`.
template <class Position>
void add_blocks(mesh::Surface& surface, const std::array<int, 3>& cells, mesh::Index region,
    bool reversed, const Position& position) {
  using mesh::Vec3;
  const Vec3 weight(cells[0], cells[1], cells[2]);
  for (int corner = 0; corner < 3; ++corner) {
    const int next = (corner + 1) % 3, last = (corner + 2) % 3;
    // The point between two corners that has the cells of each on the side of the other.
    const auto between = [&](int i, int j) -> Vec3 {
      return (weight[i] * Vec3::Unit(i) + weight[j] * Vec3::Unit(j)) / (weight[i] + weight[j]);
    };
    const auto at = [&](int i, int j) {
      const double s = static_cast<double>(i) / cells[next],
                   t = static_cast<double>(j) / cells[last];
      const Vec3 barycentric = (1 - s) * (1 - t) * Vec3::Unit(corner) +
                               s * (1 - t) * between(corner, next) + s * t * weight / weight.sum() +
                               (1 - s) * t * between(corner, last);
      const double away = barycentric.y() + barycentric.z();
      return Vec3(position(away, away > 0 ? core::pi / 2 * barycentric.z() / away : 0));
    };
    for (int i = 0; i < cells[next]; ++i)
      for (int j = 0; j < cells[last]; ++j)
        mesh::add_loose(
            surface, {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, region, reversed);
  }
}

/// The panels of add_blocks().
inline double blocks_size(double a, double b, double c) { return a * b + b * c + c * a; }

}  // namespace febem::meshes
