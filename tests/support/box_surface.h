// Boxes as surfaces.
#pragma once

#include "mesh/surface.h"

namespace febem::test {

/// Adds the box between `low` and `high`: six quadrilaterals, outwards; or inwards.
inline void add_box(mesh::Surface& s, const mesh::Vec3& low, const mesh::Vec3& high, bool outwards = true) {
  const auto first = static_cast<core::Index>(s.points.size());
  for (int i = 0; i < 8; ++i) s.points.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
  for (auto v : std::vector<std::array<core::Index, 4>>{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    for (auto& vertex : v) vertex += first;
    if (!outwards) std::swap(v[1], v[3]);
    s.panels.push_back({v, 4, 0});
  }
  s.regions = {"wet"};
}

}  // namespace febem::test
