// Structures of generated meshes.
#pragma once

#include "fem/structure.h"
#include "meshes/generator.h"

namespace febem::test {

/// The structure of a mesh, of the materials and with the supports that the generator gives it.
inline fem::Structure structure(const meshes::Generated& g) {
  std::map<std::string, fem::Material> materials;
  for (const auto& [region, name] : g.materials) materials[region] = fem::known_material(name);
  std::vector<fem::Support> supports;
  for (const auto& [set, fixed] : g.supports) supports.push_back({set, fixed});
  return fem::Structure(g.solid, materials, supports, supports.empty());
}

}  // namespace febem::test
