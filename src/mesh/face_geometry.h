// Interpolation on one face of an element.
#pragma once

#include "mesh/element_topology.h"

namespace febem::mesh {

/// Shape functions of a face at one point of its own coordinates: a quadrilateral spans [-1, 1]^2, a triangle
/// r, s >= 0, r + s <= 1; corners in the order of FaceTopology.
struct FaceShape {
  Eigen::Matrix<double, 8, 1> value = Eigen::Matrix<double, 8, 1>::Zero();
  Eigen::Matrix<double, 8, 2> gradient = Eigen::Matrix<double, 8, 2>::Zero();
};

FaceShape face_shape(const FaceTopology& face, const Eigen::Vector2d& at);

/// The corner positions of a face in its own coordinates.
std::array<Eigen::Vector2d, 4> face_corners(const FaceTopology& face);

/// One face of a solid with its nodes gathered.
struct FaceGeometry {
  FaceTopology topology;
  std::array<Index, 8> nodes{};  ///< global, in the order of the topology
  Eigen::Matrix<double, 3, 8> points = Eigen::Matrix<double, 3, 8>::Zero();

  FaceGeometry(const Solid& solid, const Face& face);

  Vec3 position(const Eigen::Vector2d& at) const;
  /// dx/dr x dx/ds: the area element times the normal out of the element.
  Vec3 area_vector(const Eigen::Vector2d& at) const;
};

}  // namespace febem::mesh
