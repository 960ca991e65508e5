#include "mesh/element_topology.h"

namespace febem::mesh {

namespace {

// Faces of a brick at xi = -1, +1, eta = -1, +1, zeta = -1, +1.
constexpr std::array<FaceTopology, 6> hex20_faces{
    {{4, 8, {0, 4, 7, 3, 16, 15, 19, 11}}, {4, 8, {1, 2, 6, 5, 9, 18, 13, 17}},
        {4, 8, {0, 1, 5, 4, 8, 17, 12, 16}}, {4, 8, {3, 7, 6, 2, 19, 14, 18, 10}},
        {4, 8, {0, 3, 2, 1, 11, 10, 9, 8}}, {4, 8, {4, 5, 6, 7, 12, 13, 14, 15}}}};

constexpr std::array<FaceTopology, 6> linear(std::array<FaceTopology, 6> faces) {
  for (auto& face : faces) face.nodes = face.corners;
  return faces;
}
constexpr std::array<FaceTopology, 6> hex8_faces = linear(hex20_faces);

constexpr std::array<FaceTopology, 4> tet10_faces{
    {{3, 6, {0, 1, 3, 4, 8, 7, -1, -1}}, {3, 6, {1, 2, 3, 5, 9, 8, -1, -1}},
        {3, 6, {0, 3, 2, 7, 9, 6, -1, -1}}, {3, 6, {0, 2, 1, 6, 5, 4, -1, -1}}}};

constexpr std::array<FaceTopology, 5> wedge15_faces{{{3, 6, {0, 2, 1, 8, 7, 6, -1, -1}},
    {3, 6, {3, 4, 5, 9, 10, 11, -1, -1}}, {4, 8, {0, 1, 4, 3, 6, 13, 9, 12}},
    {4, 8, {1, 2, 5, 4, 7, 14, 10, 13}}, {4, 8, {2, 0, 3, 5, 8, 12, 11, 14}}}};

constexpr std::array<OppositeFaces, 3> brick_pairs{{{0, 0, 1}, {1, 2, 3}, {2, 4, 5}}};
constexpr std::array<OppositeFaces, 1> wedge_pairs{{{2, 0, 1}}};

constexpr std::array<EdgeCorners, 12> hex20_edges{{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
    {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
constexpr std::array<EdgeCorners, 6> tet10_edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<EdgeCorners, 9> wedge15_edges{
    {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};

/// Everything by kind, in the order of the enumeration.
struct ElementTopology {
  ElementKind kind;
  std::string_view name;
  std::span<const FaceTopology> faces;
  std::span<const EdgeCorners> middle_edges;
  std::span<const OppositeFaces> opposite_faces;
};
constexpr std::array topologies{
    ElementTopology{ElementKind::hex8, "hex8", hex8_faces, {}, brick_pairs},
    ElementTopology{ElementKind::hex20, "hex20", hex20_faces, hex20_edges, brick_pairs},
    ElementTopology{ElementKind::tet10, "tet10", tet10_faces, tet10_edges, {}},
    ElementTopology{ElementKind::wedge15, "wedge15", wedge15_faces, wedge15_edges, wedge_pairs}};

constexpr const ElementTopology& topology(ElementKind kind) {
  return topologies[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view name(ElementKind kind) { return topology(kind).name; }
std::span<const FaceTopology> faces(ElementKind kind) { return topology(kind).faces; }
std::span<const EdgeCorners> middle_edges(ElementKind kind) { return topology(kind).middle_edges; }
std::span<const OppositeFaces> opposite_faces(ElementKind kind) {
  return topology(kind).opposite_faces;
}

std::vector<ElementKind> element_kinds() {
  std::vector<ElementKind> kinds;
  for (const auto& entry : topologies) kinds.push_back(entry.kind);
  return kinds;
}

// Serendipity shape functions of a face (any finite element textbook, e.g. Zienkiewicz and Taylor,
// ch. 8).
//   quadrilateral, 4 nodes:  N_i = (1 + r r_i)(1 + s s_i)/4
//                  8 nodes:  corner N_i = (1 + r r_i)(1 + s s_i)(r r_i + s s_i - 1)/4
//                            mid-edge   (1 - r^2)(1 + s s_i)/2,  (1 + r r_i)(1 - s^2)/2
//   triangle, 6 nodes:       corner N_i = L_i (2 L_i - 1),  mid-edge 4 L_i L_j

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

std::array<Vector2d, 4> reference_corners(int corners) {
  if (corners == 3) return {Vector2d{0, 0}, {1, 0}, {0, 1}, {0, 0}};
  return {Vector2d{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
}

FaceGeometry::FaceGeometry(const Solid& solid, const Face& of)
    : face(of), topology(faces(solid.elements[face.element].kind)[face.face]) {
  for (int i = 0; i < topology.nodes; ++i) {
    nodes[i] = solid.elements[face.element].nodes[topology.local[i]];
    points.col(i) = solid.points[nodes[i]];
  }
}

Vec3 FaceGeometry::position(const Vector2d& at) const {
  return points * face_shape(topology, at).value;
}

Vec3 FaceGeometry::area_vector(const Vector2d& at) const {
  const Eigen::Matrix<double, 3, 2> tangents = points * face_shape(topology, at).gradient;
  return tangents.col(0).cross(tangents.col(1));
}

}  // namespace febem::mesh
