// Shape functions of the elements and quadrature rules, on the reference shapes.
#pragma once

#include <Eigen/Core>
#include <string>
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

/// Node positions of an element, 3 x n.
Eigen::Matrix3Xd element_points(const mesh::Solid& solid, mesh::Index element);

/// The shape functions of one kind of elements at the points of element_rule(). Positions of nodes
/// are 3 x n.
class ReferenceElement {
 public:
  explicit ReferenceElement(mesh::ElementKind kind);

  mesh::ElementKind kind() const { return kind_; }
  const std::vector<VolumePoint>& rule() const { return rule_; }
  const std::vector<Shape>& shapes() const { return shapes_; }

  /// The smallest Jacobian determinant at a quadrature point over their mean. It is 1 for a
  /// parallelepiped, and 0 or less if the determinants differ in sign. An element that is inside
  /// out has the quality of its mirror image, and a negative volume.
  double quality(const Eigen::Matrix3Xd& points) const;

  /// The volume of the element, m^3.
  double volume(const Eigen::Matrix3Xd& points) const;

  /// Geometry at the quadrature points.
  struct Geometry {
    std::vector<Eigen::Matrix3d> jacobian, inverse;  ///< dx_i/dxi_j, dxi_i/dx_j
    std::vector<Eigen::MatrixX3d> gradient;          ///< dN_a/dx_i
    Eigen::VectorXd weight, root;                    ///< w det J, and its square root
  };
  /// Throws core::InputError naming `what` if the Jacobian is not positive at a quadrature point.
  Geometry geometry(const Eigen::Matrix3Xd& points, const std::string& what) const;

 private:
  mesh::ElementKind kind_;
  std::vector<VolumePoint> rule_;
  std::vector<Shape> shapes_;
};

}  // namespace febem::fem
