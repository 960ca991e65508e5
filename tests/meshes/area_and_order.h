// Areas of surfaces, and how fast errors become smaller.
#pragma once

#include <cmath>
#include <string>

#include "mesh/surface.h"

namespace febem::test {

/// Total area of the panels of a region ("" for all), m^2.
inline double area(const mesh::Surface& s, const std::string& region = "") {
  double sum = 0;
  for (core::Index j = 0; j < s.size(); ++j)
    if (region.empty() || s.regions[s.panels[j].region] == region) sum += s.areas[j];
  return sum;
}

/// Order of convergence from the errors on two meshes, the second twice as fine.
inline double order(double coarse, double fine) {
  return std::log2(std::abs(coarse) / std::abs(fine));
}

}  // namespace febem::test
