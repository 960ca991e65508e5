// A panel as the integrals see it: a flat polygon in the plane through its centroid, and the map
// from the square [-1, 1] x [-1, 1] to it.
#pragma once

#include <Eigen/Geometry>
#include <array>

#include "bem/boundary_space.h"
#include "bem/panel_kernels.h"

namespace febem::bem {

/// A convex flat polygon of 3 or 4 corners, anticlockwise about `normal`. A triangle repeats its
/// last corner, so that the bilinear map of a quadrilateral holds for it too.
struct PanelShape {
  std::array<Vec3, 4> corners;
  int corner_count = 4;
  Vec3 centre;    ///< the collocation point
  Vec3 normal;    ///< unit, into the fluid
  double radius;  ///< radius of the sphere about `centre` that holds the corners
};

/// Panel j of a measured surface; the vertices of a warped quadrilateral are projected onto its
/// mean plane.
PanelShape panel_shape(const mesh::Surface& surface, Index j);

/// The four similar parts of a panel, cut at the midpoints of its edges. The centre of a part is
/// the mean of its corners.
std::array<PanelShape, 4> split(const PanelShape& shape);

/// The bilinear map x(s, t) = sum N_v(s, t) c_v of panel_kernels.h. For a triangle the third and
/// fourth corner are equal.
struct PanelMap {
  Vec3 middle, along_s, along_t, twist;
  Vec3 jacobian;  ///< n.(x_s cross x_t) = jacobian . (1, s, t)

  Vec3 point(double s, double t) const {
    return middle + s * along_s + t * along_t + s * t * twist;
  }
  double area_element(double s, double t) const { return jacobian.dot(Vec3(1, s, t)); }
};
static_assert(sizeof(PanelMap) == map_coefficients * sizeof(double));

PanelMap panel_map(const PanelShape& shape);

}  // namespace febem::bem
