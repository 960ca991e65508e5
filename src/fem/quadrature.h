// Quadrature rules on the reference shapes.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "mesh/solid.h"

namespace febem::fem {

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
