// A curved panel: the image y(xi) of the reference square or triangle of mesh/panel_functions.h under the shape functions of an 8-node or a
// 6-node face. On a panel with straight edges the map is that of 4 or 3 nodes.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <span>

#include "core/types.h"
#include "mesh/surface.h"

namespace febem::bem {

using core::Index;
using Eigen::Vector2d;
using mesh::Vec3;

/// The ray y(at + rho direction) = y(at) + rho a + rho^2 b + rho^3 c.
struct Ray {
  Vec3 a, b, c;
};

class CurvedPanel {
 public:
  /// Panel j of `surface`, with its middles.
  CurvedPanel(const mesh::Surface& surface, Index j);

  int corners() const { return corners_; }
  /// Reference coordinates of the corners, anticlockwise, and of the middle.
  std::span<const Vector2d> reference_corners() const;
  Vector2d reference_middle() const { return corners_ == 4 ? Vector2d(0, 0) : Vector2d(1.0 / 3, 1.0 / 3); }

  struct Place {
    Vec3 point;
    Vec3 along_r, along_s;                                       ///< derivatives of the map
    Vec3 area_vector() const { return along_r.cross(along_s); }  ///< J, into the fluid
  };
  Place at(const Vector2d& xi) const;
  Ray ray(const Vector2d& from, const Vector2d& direction) const;
  /// The derivative of J along the ray at its origin.
  Vec3 area_vector_derivative(const Vector2d& from, const Vector2d& direction) const;

  const Vec3& centre() const { return centre_; }  ///< the image of the middle of the reference panel
  double radius() const { return radius_; }       ///< of a sphere around the centre that holds corners and middles

 private:
  /// Second derivatives along r and r, r and s, s and s.
  std::array<Vec3, 3> second_derivatives(const Vector2d& xi) const;

  int corners_;
  Eigen::Matrix<double, 3, 8> c_;  ///< coefficients of 1, r, s, r^2, r s, s^2, r^2 s, r s^2
  Vec3 centre_;
  double radius_ = 0;
};

}  // namespace febem::bem
