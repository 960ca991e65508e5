// A panel as the integrals see it: a flat polygon in the plane through its centroid.
#pragma once

#include <Eigen/Geometry>
#include <array>

#include "bem/formulation.h"

namespace febem::bem {

using mesh::Vec3;

/// A convex flat polygon of 3 or 4 corners, anticlockwise about `normal`. A triangle repeats its last corner, so that the bilinear map of a
/// quadrilateral holds for it too.
struct PanelShape {
  std::array<Vec3, 4> corners;
  int corner_count = 4;
  Vec3 centre;    ///< the collocation point
  Vec3 normal;    ///< unit, into the fluid
  double radius;  ///< radius of the sphere about `centre` that holds the corners
};

/// Panel j of a measured surface; the vertices of a warped quadrilateral are projected onto its mean plane.
PanelShape panel_shape(const mesh::Surface& surface, Index j);

/// The four similar parts of a panel, cut at the midpoints of its edges. The centre of a part is the mean of its corners.
std::array<PanelShape, 4> split(const PanelShape& shape);

}  // namespace febem::bem
