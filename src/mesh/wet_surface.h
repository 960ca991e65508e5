// The wet surface as the skin of a solid, and where each panel lies on it.
#pragma once

#include <array>

#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::mesh {

/// Where a panel lies: the part of an element's face between three or four points of the face's own
/// coordinates.
struct PanelParent {
  Face face;
  std::array<Eigen::Vector2d, 4> corners;  ///< face coordinates of the panel's vertices, in panel order
};

struct WetSurface {
  Surface surface;                   ///< measured and validated
  std::vector<PanelParent> parents;  ///< one a panel; empty if there is no structure (rigid surface)
};

/// How each outer face becomes panels.
struct SkinOptions {
  int split = 2;           ///< a quadrilateral face becomes split x split panels, a triangular one split^2
  bool triangles = false;  ///< cut each quadrilateral panel into two triangles (always flat)
};

/// The outer skin of a solid: faces that belong to one element only, of the connected component that encloses
/// the rest (inner cavities stay dry). Panel regions come from the solid's face sets named "wet:NAME", else
/// "wet". Throws core::InputError if the skin is not a closed surface.
WetSurface skin(const Solid& solid, const SkinOptions& options);

}  // namespace febem::mesh
