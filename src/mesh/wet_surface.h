// The wet surface as the skin of a solid, and where each panel lies on it.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::mesh {

/// Where a panel lies: the part of an element's face between three or four points of the face's own coordinates.
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

/// Faces that belong to one element only, those of inner cavities too, by element and face. Throws core::InputError if a face
/// belongs to more than two elements.
std::vector<Face> boundary_faces(const Solid& solid);

/// The outer faces of each body of the solid: they belong to one element only, and to the skin that encloses all others (inner cavities stay dry):
/// body by body, by element and face. `boundary`: boundary_faces() of the solid. Throws core::InputError if a body is inside out or
/// holds together at nodes only. Bodies that touch or enclose each other are left to validate().
std::vector<Face> outer_faces(const Solid& solid, const std::vector<Face>& boundary);

/// The outer skins of a solid's bodies as panels; their vertices lie on the (curved) faces and are shared between
/// neighbours. Panel regions come from the solid's face sets named "wet:NAME", else "wet". Throws
/// core::InputError if a skin is not a closed surface, two of them touch or lie one in the other, or such a set holds a face
/// that is not wet. `boundary` as above.
WetSurface skin(const Solid& solid, const std::vector<Face>& boundary, const SkinOptions& options);
inline WetSurface skin(const Solid& solid, const SkinOptions& options) { return skin(solid, boundary_faces(solid), options); }

/// Finds where the panels of a given surface lie on the skin of a solid: each panel on one face, the panels of a face
/// covering it once, vertices within 1e-4 of the panel's size of the face. Throws core::InputError if they do not match: how many, and the
/// first. `boundary` as above.
WetSurface match(const Solid& solid, const std::vector<Face>& boundary, Surface surface);
inline WetSurface match(const Solid& solid, Surface surface) { return match(solid, boundary_faces(solid), std::move(surface)); }

}  // namespace febem::mesh
