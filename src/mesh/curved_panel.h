// A curved panel: the image y(xi) of the reference square or triangle of mesh/panel_functions.h
// under the shape functions of a face of 9, 8 or 6 nodes. On a panel with straight edges the map is
// that of 4 or 3 nodes.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <span>

#include "mesh/surface.h"

namespace febem::mesh {

using Eigen::Vector2d;

/// A panel along the line xi = from + t direction of the reference panel, seen from a point o:
/// polynomials of t with the coefficients y - o = y[0] + t y[1] + ..., y_,r and y_,s.
struct PanelLine {
  Vector2d from, direction;
  std::array<Vec3, 5> y;
  std::array<Vec3, 4> along_r, along_s;

  /// The derivative of J at t = 0.
  Vec3 area_vector_derivative() const {
    return along_r[1].cross(along_s[0]) + along_r[0].cross(along_s[1]);
  }
};

class CurvedPanel {
 public:
  /// Panel j of `surface`, with its middles and its ninth node.
  CurvedPanel(const Surface& surface, Index j);

  int corners() const { return corners_; }
  /// Reference coordinates of the corners, anticlockwise, and of the middle.
  std::span<const Vector2d> reference_corners() const;
  Vector2d reference_middle() const {
    return corners_ == 4 ? Vector2d(0, 0) : Vector2d(1.0 / 3, 1.0 / 3);
  }

  struct Place {
    Vec3 point;
    Vec3 along_r, along_s;                                       ///< derivatives of the map
    Vec3 area_vector() const { return along_r.cross(along_s); }  ///< J, into the fluid
  };
  Place at(const Vector2d& xi) const;
  PanelLine line(const Vector2d& from, const Vector2d& direction, const Vec3& seen_from) const;

  /// The image of the middle of the reference panel.
  const Vec3& centre() const { return centre_; }
  /// The radius of a sphere around the centre that holds corners and middles.
  double radius() const { return radius_; }
  /// A bound of the second derivative of the map along any unit vector of the reference plane, m.
  double bend() const;

 private:
  int corners_;
  Eigen::Matrix<double, 3, 8> c_;  ///< coefficients of 1, r, s, r^2, r s, s^2, r^2 s, r s^2
  Vec3 bubble_ = Vec3::Zero();     ///< coefficient of r^2 s^2
  Vec3 centre_;
  double radius_ = 0;
};

/// The area of a panel, and its part of the enclosed volume: (1/3) integral of x.n.
struct PanelExtent {
  double area = 0, volume = 0;  ///< m^2, m^3
};
/// The extent of panel j, which is curved if the surface has middles. The rule of nine or six nodes
/// is exact for the volume. The surface must be measured.
PanelExtent extent(const Surface& surface, Index j);

/// Throws core::InputError unless the panels at each edge agree about its middle, and no curved
/// panel is folded: at its corners, middles and centre the normal is on the side of the flat
/// panel's normal. The surface must be measured and without degenerate panels.
void check_curves(const Surface& surface);

}  // namespace febem::mesh
