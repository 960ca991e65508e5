// Areas of surfaces, and how fast errors become smaller.
#pragma once

#include <cmath>
#include <string>

#include "mesh/surface.h"

namespace febem::test {

/// Of the panels of a region ("" for all).
inline double area(const mesh::Surface& s, const std::string& region = "") {
  double sum = 0;
  for (core::Index j = 0; j < s.size(); ++j)
    if (region.empty() || s.regions[s.panels[j].region] == region) sum += s.areas[j];
  return sum;
}

/// Of convergence, by the errors of two meshes of which the second is twice as fine.
inline double order(double coarse, double fine) { return std::log2(std::abs(coarse) / std::abs(fine)); }

}  // namespace febem::test
