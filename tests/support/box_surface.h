// Boxes as surfaces.
#pragma once

#include "mesh/surface.h"

namespace febem::test {

/// Adds the box between `low` and `high`: six quadrilaterals, outwards; or inwards.
inline void add_box(
    mesh::Surface& s, const mesh::Vec3& low, const mesh::Vec3& high, bool outwards = true) {
  const auto first = static_cast<core::Index>(s.points.size());
  for (int i = 0; i < 8; ++i)
    s.points.emplace_back(
        i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
  for (auto v : std::vector<std::array<core::Index, 4>>{
           {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    for (auto& vertex : v) vertex += first;
    if (!outwards) std::swap(v[1], v[3]);
    s.panels.push_back({v, 4, 0});
  }
  s.regions = {"wet"};
}

/// Boxes between these corners, measured.
inline mesh::Surface boxes(const std::vector<std::pair<mesh::Vec3, mesh::Vec3>>& all) {
  mesh::Surface s;
  for (const auto& [low, high] : all) add_box(s, low, high);
  measure(s);
  return s;
}

/// Two surfaces as one, measured; the second is moved by `shift`.
inline mesh::Surface joined(mesh::Surface a, const mesh::Surface& b, const mesh::Vec3& shift) {
  const auto first = static_cast<core::Index>(a.points.size());
  for (const auto& x : b.points) a.points.push_back(x + shift);
  for (auto panel : b.panels) {
    for (auto& v : panel.corners()) v += first;
    a.panels.push_back(panel);
  }
  for (auto middles : b.middles) {
    for (auto& x : middles) x += shift;
    a.middles.push_back(middles);
  }
  for (const auto& x : b.ninth_nodes) a.ninth_nodes.push_back(x + shift);
  measure(a);
  return a;
}

}  // namespace febem::test
