// Serendipity shape functions of a face (any finite element textbook, e.g. Zienkiewicz and Taylor, ch. 8).
//   quadrilateral, 4 nodes:  N_i = (1 + r r_i)(1 + s s_i)/4
//                  8 nodes:  corner N_i = (1 + r r_i)(1 + s s_i)(r r_i + s s_i - 1)/4
//                            mid-edge   (1 - r^2)(1 + s s_i)/2,  (1 + r r_i)(1 - s^2)/2
//   triangle, 6 nodes:       corner N_i = L_i (2 L_i - 1),  mid-edge 4 L_i L_j
#include "mesh/face_geometry.h"

namespace febem::mesh {
namespace {

using Eigen::Vector2d;

constexpr std::array<int, 4> corner_r{-1, 1, 1, -1}, corner_s{-1, -1, 1, 1};

void quadrilateral4(double r, double s, FaceShape& shape) {
  for (int i = 0; i < 4; ++i) {
    const double ri = corner_r[i], si = corner_s[i];
    shape.value(i) = (1 + r * ri) * (1 + s * si) / 4;
    shape.gradient.row(i) << ri * (1 + s * si) / 4, si * (1 + r * ri) / 4;
  }
}

void quadrilateral8(double r, double s, FaceShape& shape) {
  for (int i = 0; i < 4; ++i) {
    const double ri = corner_r[i], si = corner_s[i], a = r * ri, b = s * si;
    shape.value(i) = (1 + a) * (1 + b) * (a + b - 1) / 4;
    shape.gradient.row(i) << ri * (1 + b) * (2 * a + b) / 4, si * (1 + a) * (a + 2 * b) / 4;
  }
  for (int i : {0, 2}) {  // between corners 0 1 and 2 3
    const double si = corner_s[i];
    shape.value(4 + i) = (1 - r * r) * (1 + s * si) / 2;
    shape.gradient.row(4 + i) << -r * (1 + s * si), si * (1 - r * r) / 2;
  }
  for (int i : {1, 3}) {  // between corners 1 2 and 3 0
    const double ri = corner_r[i];
    shape.value(4 + i) = (1 + r * ri) * (1 - s * s) / 2;
    shape.gradient.row(4 + i) << ri * (1 - s * s) / 2, -s * (1 + r * ri);
  }
}

void triangle6(double r, double s, FaceShape& shape) {
  const std::array<double, 3> l{1 - r - s, r, s};
  const std::array<Vector2d, 3> dl{Vector2d{-1, -1}, {1, 0}, {0, 1}};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    shape.value(i) = l[i] * (2 * l[i] - 1);
    shape.gradient.row(i) = (4 * l[i] - 1) * dl[i];
    shape.value(3 + i) = 4 * l[i] * l[j];
    shape.gradient.row(3 + i) = 4 * (l[i] * dl[j] + l[j] * dl[i]);
  }
}

}  // namespace

FaceShape face_shape(const FaceTopology& face, const Vector2d& at) {
  FaceShape shape;
  if (face.corners == 3)
    triangle6(at(0), at(1), shape);
  else if (face.nodes == 4)
    quadrilateral4(at(0), at(1), shape);
  else
    quadrilateral8(at(0), at(1), shape);
  return shape;
}

std::array<Vector2d, 4> face_corners(const FaceTopology& face) {
  if (face.corners == 3) return {Vector2d{0, 0}, {1, 0}, {0, 1}, {0, 0}};
  return {Vector2d{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
}

FaceGeometry::FaceGeometry(const Solid& solid, const Face& face)
    : topology(faces(solid.elements[face.element].kind)[face.face]) {
  for (int i = 0; i < topology.nodes; ++i) {
    nodes[i] = solid.elements[face.element].nodes[topology.local[i]];
    points.col(i) = solid.points[nodes[i]];
  }
}

Vec3 FaceGeometry::position(const Vector2d& at) const { return points * face_shape(topology, at).value; }

Vec3 FaceGeometry::area_vector(const Vector2d& at) const {
  const Eigen::Matrix<double, 3, 2> tangents = points * face_shape(topology, at).gradient;
  return tangents.col(0).cross(tangents.col(1));
}

}  // namespace febem::mesh
