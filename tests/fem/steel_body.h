// Structures of one material.
#pragma once

#include <utility>

#include "fem/structure.h"

namespace febem::test {

const fem::Material steel{207e9, 0.3, 7800, 0.01}, rubber{1e6, 0.4999, 1000, 0};

/// A structure of one material that nothing holds; the solid is one region, "box".
inline fem::Structure free_body(mesh::Solid solid, const fem::Material& material = steel) {
  return fem::Structure(std::move(solid), {{"box", material}}, {}, true);
}

inline double volume(const fem::Structure& s) {
  double sum = 0;
  for (mesh::Index e = 0; e < s.solid().element_total(); ++e)
    sum += s.formulation(e).volume(s.element_points(e));
  return sum;
}

}  // namespace febem::test
