// Stiffness and consistent mass of one element.
#pragma once

#include <array>
#include <vector>

#include "fem/assumed_strain.h"
#include "fem/material.h"
#include "fem/reference_element.h"
#include "la/matrix.h"

namespace febem::fem {

/// Node positions of an element, 3 x n.
Eigen::Matrix3Xd element_points(const mesh::Solid& solid, mesh::Index element);

/// The matrices of an element with n nodes: 3n x 3n, symmetric. Row 3 i + d belongs to direction d
/// of node i.
struct ElementMatrices {
  la::RealMatrix stiffness;  ///< N/m
  la::RealMatrix mass;       ///< kg
};

/// By reference direction: where both faces of an element are free, so that it is the whole
/// thickness of a wall; and where such an element is beside a support, so that the stress normal to
/// the wall does not depend on what the support holds between its faces.
struct Walls {
  std::array<bool, 3> free{}, released{};
};

/// Tables for all elements of one kind: shape functions at the quadrature points, and the assumed
/// strains.
class ElementKernel {
 public:
  explicit ElementKernel(mesh::ElementKind kind);

  /// `points` is 3 x n. Throws core::InputError naming `what` if the Jacobian is not positive at a
  /// quadrature point.
  ElementMatrices matrices(const Eigen::Matrix3Xd& points, const Material& material,
      const Walls& walls, const std::string& what) const;

  /// Real operations of matrices(), with n nodes and g quadrature points. Geometry: Jacobians (18 n
  /// g), determinants (14 g) and inverses (42 g), gradients (18 n g). Mass: n g + 2 n^2 g.
  /// Stiffness of a tetrahedron: 18 n^2 g for W and 33 n^2. Of the others: 36 n for each sample of
  /// a strain, its products with the weights (6 n g), P (216 n g), 75 n g for each direction that
  /// is released, 288 n g for the further rotation of a wedge that is a wall, the means (42 n g),
  /// the product P^T P and those of the means (18 n (3 n + 1) (g + 2)); and of the m enhanced
  /// strains 12 m (m + 3 n) g + 3 n m^2 + 3 n (3 n + 1) m. A thin linear brick is counted like one
  /// that is not. What curved walls and nearly incompressible materials need besides is not
  /// counted.
  core::Count matrices_flops(const Walls& walls) const;

  /// The smallest Jacobian determinant at a quadrature point over their mean. It is 1 for a
  /// parallelepiped, and 0 or less if the determinants differ in sign. An element that is inside
  /// out has the quality of its mirror image, and a negative volume.
  double quality(const Eigen::Matrix3Xd& points) const;

  /// The volume of the element, m^3.
  double volume(const Eigen::Matrix3Xd& points) const;

 private:
  struct Points;  // geometry at the quadrature points
  Points at_points(const Eigen::Matrix3Xd& points, const std::string& what) const;
  const AssumedStrain& strain_of(const Eigen::Matrix3d& centre, const Walls& walls) const;
  la::RealMatrix assumed_stiffness(const Eigen::Matrix3Xd& points, const Points& at,
      const Material& material, const Walls& walls) const;

  mesh::ElementKind kind_;
  std::vector<VolumePoint> rule_;
  std::vector<Shape> shapes_;
  la::RealMatrix
      pressures_;  // of a nearly incompressible material: polynomials at the quadrature points
  std::vector<AssumedStrain> strains_;  // not thin, and thin in direction 0 .. 2
  std::array<std::vector<int>, 3> mirrored_;
  Eigen::MatrixX3d centre_;  // gradients of the shape functions at the centre
};

}  // namespace febem::fem
