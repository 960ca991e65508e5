// The bodies of a closed surface or a solid.
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
  double volume = 0;  ///< enclosed by the flat panels, m^3; negative if the normals point inwards
  Eigen::AlignedBox3d box;  ///< around the panels; there is room between it and curved panels
};

/// The bodies in the order of their first panels. The surface must be measured.
std::vector<Body> bodies(const Surface& surface);

/// Throws core::InputError unless each body has outward normals and lies outside all other bodies,
/// apart from them. The message names the body and the fault: inside out, a cavity (inside out,
/// within another body), nested, or two bodies that overlap or touch. For a single body only the
/// orientation is checked. Panels are curved if the surface has middles. The surface must be closed
/// and free of degenerate panels.
void check_bodies(const Surface& surface);

/// Elements joined through the nodes they share.
struct SolidBody {
  std::vector<Index> elements;  ///< ascending
  std::vector<Index> nodes;     ///< ascending
};

/// The bodies in the order of their first elements. A node without an element belongs to no body.
std::vector<SolidBody> bodies(const Solid& solid);

/// The name of body `number` of `all` in messages: "body 2 (8 elements, the first is 8, around (5,
/// 0, 0))", m.
std::string body_text(const Solid& solid, std::span<const SolidBody> all, std::size_t number);

}  // namespace febem::mesh
