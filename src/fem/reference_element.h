// Shape functions of the elements and quadrature rules, on the reference shapes.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "mesh/solid.h"

namespace febem::fem {

/// Values (n) and gradients (n x 3) of the shape functions of an element with n nodes in VTK order,
/// in reference coordinates. A brick spans [-1, 1]^3. A tetrahedron spans r, s, t >= 0, r + s + t
/// <= 1. A wedge spans r, s >= 0, r + s <= 1, t in [0, 1].
struct Shape {
  Eigen::VectorXd value;
  Eigen::MatrixX3d gradient;
};

Shape shape(mesh::ElementKind kind, const Eigen::Vector3d& at);

struct LinePoint {
  double at;  ///< in [-1, 1]
  double weight;
};

struct FacePoint {
  Eigen::Vector2d at;
  double weight;
};

struct VolumePoint {
  Eigen::Vector3d at;
  double weight;
};

/// The Gauss-Legendre rule with n points on [-1, 1], exact to degree 2n - 1.
std::vector<LinePoint> gauss_legendre(int n);

/// A rule with n x n points on [-1, 1]^2, exact to degree 2n - 1 in each variable.
std::vector<FacePoint> square_rule(int n);

/// A rule with n x n points on the triangle r, s >= 0, r + s <= 1, exact to total degree 2n - 2.
std::vector<FacePoint> triangle_rule(int n);

/// The rule for the matrices of an element. It is exact for the consistent mass of straight-sided
/// elements.
std::vector<VolumePoint> element_rule(mesh::ElementKind kind);

}  // namespace febem::fem
