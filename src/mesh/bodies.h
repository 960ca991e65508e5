// The bodies that a closed surface or a solid is made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesh/solid.h"
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

/// Elements joined through the nodes they share.
struct SolidBody {
  std::vector<Index> elements;  ///< ascending
  std::vector<Index> nodes;     ///< ascending
};

/// The bodies in the order of their first elements. Nodes that no element has are in none.
std::vector<SolidBody> bodies(const Solid& solid);

/// One of `all` the bodies as messages name it: "body 2 (8 elements, the first is 8, around (5, 0, 0))", m.
std::string body_text(const Solid& solid, std::span<const SolidBody> all, std::size_t number);

}  // namespace febem::mesh
