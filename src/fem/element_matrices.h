// Stiffness and consistent mass of one element.
#pragma once

#include <vector>

#include "fem/material.h"
#include "fem/quadrature.h"
#include "fem/shape.h"
#include "la/matrix.h"

namespace febem::fem {

/// 3n x 3n, symmetric; row 3 i + d belongs to direction d of the element's node i.
struct ElementMatrices {
  la::RealMatrix stiffness;  ///< N/m
  la::RealMatrix mass;       ///< kg
};

/// Shape functions of one kind of element at its quadrature points, tabulated once.
class ElementKernel {
 public:
  explicit ElementKernel(mesh::ElementKind kind);

  /// `points` is 3 x n. Throws core::InputError naming `what` if the Jacobian is not positive at a quadrature point.
  ElementMatrices matrices(const Eigen::Matrix3Xd& points, const Material& material,
                           const std::string& what) const;

  /// Real operations of matrices(): with n nodes, at each of g quadrature points the Jacobian (18 n), its determinant
  /// (14) and inverse (42), the gradients (18 n) and their scaling (4 n + 2); 18 n^2 g for W, 33 n^2 for the stiffness
  /// from it, and n g + 2 n^2 g for the mass.
  core::Count matrices_flops() const;

  /// Smallest Jacobian determinant over the quadrature points divided by their mean; 1 for a parallelepiped.
  double quality(const Eigen::Matrix3Xd& points) const;

  /// m^3
  double volume(const Eigen::Matrix3Xd& points) const;

 private:
  std::vector<VolumePoint> rule_;
  std::vector<Shape> shapes_;
};

}  // namespace febem::fem
