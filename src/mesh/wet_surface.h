// The wet surface as the skin of a solid, and the place of each panel on the solid.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "mesh/mirror.h"
#include "mesh/solid.h"
#include "mesh/surface.h"

namespace febem::mesh {

/// The part of a panel that lies on one face of an element: between three or four points, as many
/// as the panel has vertices.
struct PanelPart {
  Index panel;
  Face face;
  std::array<Eigen::Vector2d, 4> on_face;  ///< the points in coordinates of the face, anticlockwise
  /// Points of on_face in coordinates of the panel (panel_functions.h).
  std::array<Eigen::Vector2d, 4> on_panel;
};

struct WetSurface {
  Surface surface;  ///< measured and validated
  /// The parts of panel 0, then of panel 1, ...; empty for a rigid surface.
  std::vector<PanelPart> parts;

  /// Whether a panel lies on several faces.
  bool is_joined() const {
    return std::adjacent_find(parts.begin(), parts.end(),
               [](const auto& a, const auto& b) { return a.panel == b.panel; }) != parts.end();
  }
};

/// A point between the corners of a part.
struct Between {
  Eigen::Vector2d at;
  Eigen::Matrix2d jacobian;  ///< its derivatives by the coordinates of a panel
};
/// The image of the point `xi` of a panel under the linear or bilinear map of the panel's corners
/// to these.
Between between(
    const std::array<Eigen::Vector2d, 4>& corners, int vertex_count, const Eigen::Vector2d& xi);

/// How outer faces are cut into panels.
struct SkinOptions {
  int split = 2;  ///< a quadrilateral face becomes split x split panels, a triangular one split^2
  bool triangles = false;  ///< cut each quadrilateral panel into two triangles (always flat)
  /// `join` x `join` faces are cut as one (face_blocks.h); more than one of quadrilaterals only.
  int join = 1;
};

/// Faces that belong to one element only, including those of inner cavities, ordered by element and
/// face. Throws core::InputError if a face belongs to more than two elements.
std::vector<Face> boundary_faces(const Solid& solid);

/// The outer faces of each body of the solid, body by body, ordered by element and face. An outer
/// face belongs to one element only, and to the skin that encloses the body. Inner cavities stay
/// dry. `boundary` is boundary_faces() of the solid. Throws core::InputError if a body is inside
/// out or holds together at nodes only. validate() refuses bodies that touch or enclose each other.
/// `mirrors` complete the bodies, and `boundary` is without the faces of closes_part().
std::vector<Face> outer_faces(
    const Solid& solid, const std::vector<Face>& boundary, const Mirrors& mirrors = {});

/// Whether a face lies in a mirror and closes a part of a body that the images complete: it faces
/// away from the side of the mirror. Corners may be off the plane by a thousandth of the face.
bool closes_part(const Solid& solid, const Face& face, const Mirrors& mirrors);

/// The outer skins of a solid's bodies as panels. The vertices lie on the (curved) faces, and
/// neighbours share them. A face set of the solid named "wet:NAME" gives its panels the region
/// NAME. The region of other panels is "wet". `boundary` is boundary_faces() of the solid. Throws
/// core::InputError if a skin is not a closed surface, if two skins touch or one lies in another,
/// or if a "wet:" set holds a face that is not wet.
/// With mirrors it may be open.
WetSurface skin(const Solid& solid, const std::vector<Face>& boundary, const SkinOptions& options,
    const Mirrors& mirrors = {});
inline WetSurface skin(const Solid& solid, const SkinOptions& options) {
  return skin(solid, boundary_faces(solid), options);
}

/// Sets the middles of the panels' edges to points of the curved faces, and the ninth nodes if
/// panels lie on several faces. A surface that has middles keeps them, and so does one without
/// parts.
void curve_edges(const Solid& solid, WetSurface& wet);

/// Finds the places of the panels of a given surface on the skin of a solid. Each panel must lie on
/// one face, and the panels of a face must cover it once. Vertices must be within 1e-4 of the
/// panel's size of the face. `boundary` is boundary_faces() of the solid. Throws core::InputError
/// if panels do not match, with their number and the first panel.
WetSurface match(const Solid& solid, const std::vector<Face>& boundary, Surface surface,
    const Mirrors& mirrors = {});
inline WetSurface match(const Solid& solid, Surface surface) {
  return match(solid, boundary_faces(solid), std::move(surface));
}

}  // namespace febem::mesh
