// Areas of surfaces, the structure of a mesh, and how fast errors become smaller.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "fem/structure.h"
#include "meshes/generator.h"

namespace febem::test {

/// Total area of the panels of a region ("" for all), m^2.
inline double area(const mesh::Surface& s, const std::string& region = "") {
  double sum = 0;
  for (core::Index j = 0; j < s.size(); ++j)
    if (region.empty() || s.regions[s.panels[j].region] == region) sum += s.areas[j];
  return sum;
}

/// The structure of its default materials and supports, free without supports.
inline fem::Structure structure(const meshes::Generated& g) {
  std::map<std::string, fem::Material> materials;
  for (const auto& [region, name] : g.materials) materials[region] = fem::known_material(name);
  std::vector<fem::Support> supports;
  for (const auto& [set, fixed] : g.supports) supports.push_back({set, fixed});
  return fem::Structure(g.solid, materials, supports, supports.empty());
}

/// The least quality of its elements, above 0 where all Jacobians are positive. NaN if one is NaN.
inline double worst_quality(const fem::Structure& s) {
  double worst = 1;
  for (core::Index e = 0; e < s.solid().element_total(); ++e) {
    const double quality = s.formulation(e).quality(s.element_points(e));
    if (quality < worst || std::isnan(quality)) worst = quality;
  }
  return worst;
}

/// Order of convergence from the errors on two meshes, the second twice as fine.
inline double order(double coarse, double fine) {
  return std::log2(std::abs(coarse) / std::abs(fine));
}

}  // namespace febem::test
