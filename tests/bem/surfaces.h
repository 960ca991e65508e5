// Small surfaces for the tests of this folder.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "bem/formulation.h"

namespace febem::bem {

/// A formulation with one alpha for all panels, as Burton and Miller had it: +i min(1/k, length/2).
inline Formulation uniform_coupling(
    double wavenumber, double length, const mesh::Surface& surface) {
  const double alpha = wavenumber > 0 ? std::min(1 / wavenumber, length / 2) : length / 2;
  return {wavenumber, la::Vector::Constant(surface.size(), Complex(0, alpha))};
}

/// One panel of 3 or 4 corners, measured; open.
inline mesh::Surface single_panel(const std::vector<mesh::Vec3>& corners) {
  mesh::Surface surface;
  surface.points = corners;
  surface.regions = {"panel"};
  mesh::Panel panel{{0, 1, 2, 3}, static_cast<int>(corners.size()), 0};
  surface.panels = {panel};
  mesh::measure(surface);
  return surface;
}

inline mesh::Surface rectangle(double a, double b) {
  return single_panel({{0, 0, 0}, {a, 0, 0}, {a, b, 0}, {0, b, 0}});
}

/// A closed box of quadrilaterals, `cuts` panels along each edge; one corner at the origin.
inline mesh::Surface box(const mesh::Vec3& sides, std::array<int, 3> cuts) {
  mesh::Surface surface;
  surface.regions = {"box"};
  const int nx = cuts[0] + 1, ny = cuts[1] + 1, nz = cuts[2] + 1;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x)
        surface.points.push_back(
            mesh::Vec3(double(x) / cuts[0], double(y) / cuts[1], double(z) / cuts[2])
                .cwiseProduct(sides));
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;  // axis = u cross v
    for (int top = 0; top < 2; ++top) {
      const auto vertex = [&](int i, int j) {
        std::array<int, 3> at{};
        at[axis] = top * cuts[axis];
        at[u] = i;
        at[v] = j;
        return mesh::Index(at[0] + nx * (at[1] + ny * at[2]));
      };
      for (int i = 0; i < cuts[u]; ++i) {
        for (int j = 0; j < cuts[v]; ++j) {
          const auto a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i + 1, j + 1),
                     d = vertex(i, j + 1);
          const auto corners = top ? std::array{a, b, c, d} : std::array{a, d, c, b};
          surface.panels.push_back({corners, 4, 0});
        }
      }
    }
  }
  mesh::measure(surface);
  return surface;
}

}  // namespace febem::bem
