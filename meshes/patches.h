// A builder of panels from their corners. Corners that coincide become one point.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "mesh/surface.h"

namespace febem::meshes {

class Patches {
 public:
  /// Adds to `surface`, which must outlive this. Corners nearer than about `tolerance` (m) become
  /// one point. The tolerance must be far below the shortest edge and far above rounding.
  Patches(mesh::Surface& surface, double tolerance) : surface_(surface), tolerance_(tolerance) {}

  /// Adds a panel with three or four corners, anticlockwise seen from the fluid, or clockwise.
  void add(std::vector<mesh::Vec3> corners, mesh::Index region, bool clockwise = false) {
    if (clockwise) std::ranges::reverse(corners);
    mesh::Panel panel{{-1, -1, -1, -1}, static_cast<int>(corners.size()), region};
    std::ranges::transform(
        corners, panel.vertices.begin(), [&](const auto& x) { return point(x); });
    surface_.panels.push_back(panel);
  }

 private:
  mesh::Index point(const mesh::Vec3& x) {
    const auto cell = [&](double v) { return std::round(v / tolerance_); };
    // A corner computed twice may fall on either side of a cell's limit: its neighbours are looked
    // at too.
    for (int i = 0; i < 27; ++i) {
      const std::array key{
          cell(x.x()) + i % 3 - 1, cell(x.y()) + i / 3 % 3 - 1, cell(x.z()) + i / 9 - 1};
      if (const auto known = points_.find(key); known != points_.end()) return known->second;
    }
    return points_[{cell(x.x()), cell(x.y()), cell(x.z())}] = surface_.add(x);
  }

  mesh::Surface& surface_;
  double tolerance_;
  std::map<std::array<double, 3>, mesh::Index> points_;
};

}  // namespace febem::meshes
