// The bodies a closed surface is made of.
#pragma once

#include <vector>

#include "mesh/surface.h"

namespace febem::mesh {

/// Panels connected through shared edges.
struct Body {
  std::vector<Index> panels;
  double volume = 0;  ///< enclosed, m^3; negative if the normals point inwards
  Eigen::AlignedBox3d box;
};

/// The bodies in the order of their first panels. The surface must be measured.
std::vector<Body> bodies(const Surface& surface);

/// Throws core::InputError unless each body has outward normals and lies outside all others, apart from them. It says which
/// is wrong and where: inside out, a cavity (inside out, within another), nested, or two that overlap or touch. With a
/// single body only its orientation is looked at. The surface must be closed and free of degenerate panels.
void check_bodies(const Surface& surface);

}  // namespace febem::mesh
