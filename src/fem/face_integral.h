// Integrals over (parts of) element faces.
#pragma once

#include "fem/quadrature.h"
#include "mesh/face_geometry.h"

namespace febem::fem {

/// Calls visit(shape, n dS w) at the quadrature points of the part of a face between `count` (3 or 4) corners
/// given in face coordinates. Exact for shape functions times the normal on the polynomial face when the part
/// is a parallelogram or a triangle; so that panels of a face add up to the face.
template <class Visit>
void integrate(const mesh::FaceGeometry& face, const std::array<Eigen::Vector2d, 4>& corners, int count,
               const std::vector<FacePoint>& rule, Visit visit) {
  for (const auto& point : rule) {
    Eigen::Vector2d at;
    Eigen::Matrix2d jacobian;
    if (count == 3) {
      jacobian << corners[1] - corners[0], corners[2] - corners[0];
      at = corners[0] + jacobian * point.at;
    } else {
      const double r = point.at(0), s = point.at(1);
      at = ((1 - r) * (1 - s) * corners[0] + (1 + r) * (1 - s) * corners[1] + (1 + r) * (1 + s) * corners[2] +
            (1 - r) * (1 + s) * corners[3]) /
           4;
      jacobian << ((1 - s) * (corners[1] - corners[0]) + (1 + s) * (corners[2] - corners[3])) / 4,
          ((1 - r) * (corners[3] - corners[0]) + (1 + r) * (corners[2] - corners[1])) / 4;
    }
    visit(mesh::face_shape(face.topology, at), at,
          mesh::Vec3(point.weight * jacobian.determinant() * face.area_vector(at)));
  }
}

/// The rule for a part with `count` corners: shape functions times the normal have degree 5 in each variable (quadrilateral
/// parts), total degree 7 (triangular parts of quadrilateral faces) or 4 (of triangular faces).
inline std::vector<FacePoint> face_rule(const mesh::FaceTopology& face, int count) {
  if (count == 4) return square_rule(3);
  return triangle_rule(face.corners == 4 ? 5 : 3);
}

}  // namespace febem::fem
