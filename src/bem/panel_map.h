// A panel as the image of the square from -1 to 1.
#pragma once

#include "bem/panel_kernels.h"
#include "bem/panel_shape.h"

namespace febem::bem {

/// The bilinear map x(s, t) = sum N_v(s, t) c_v of panel_kernels.h; a triangle's has its third and fourth corner equal.
struct PanelMap {
  Vec3 middle, along_s, along_t, twist;
  Vec3 jacobian;  ///< n.(x_s cross x_t) = jacobian . (1, s, t)

  Vec3 point(double s, double t) const { return middle + s * along_s + t * along_t + s * t * twist; }
  double area_element(double s, double t) const { return jacobian.dot(Vec3(1, s, t)); }
};
static_assert(sizeof(PanelMap) == map_coefficients * sizeof(double));

inline PanelMap panel_map(const PanelShape& shape) {
  const auto& [a, b, c, d] = shape.corners;
  const Vec3 middle = (a + b + c + d) / 4, along_s = (b + c - a - d) / 4, along_t = (c + d - a - b) / 4, twist = (a + c - b - d) / 4;
  const Vec3& normal = shape.normal;
  return {middle, along_s, along_t, twist,
          {normal.dot(along_s.cross(along_t)), normal.dot(along_s.cross(twist)), normal.dot(twist.cross(along_t))}};
}

}  // namespace febem::bem
