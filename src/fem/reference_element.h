// Shape functions of the elements and quadrature rules, on the reference shapes.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "mesh/solid.h"

namespace febem::fem {

/// Values (n) and gradients (n x 3) in reference coordinates, for the n nodes of an element in VTK order. Bricks span
/// [-1, 1]^3, tetrahedra and wedges r, s, (t) >= 0, r + s (+ t) <= 1, wedges with t in [0, 1].
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

/// Gauss-Legendre with n points on [-1, 1], exact to degree 2n - 1.
std::vector<LinePoint> gauss_legendre(int n);

/// n x n points on [-1, 1]^2, exact to degree 2n - 1 in each variable.
std::vector<FacePoint> square_rule(int n);

/// n x n points on the triangle r, s >= 0, r + s <= 1, exact to total degree 2n - 2.
std::vector<FacePoint> triangle_rule(int n);

/// The rule for the matrices of an element; exact for the consistent mass of straight-sided elements.
std::vector<VolumePoint> element_rule(mesh::ElementKind kind);

}  // namespace febem::fem
