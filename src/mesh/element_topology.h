// The nodes of the faces and edges of an element, and interpolation on a face.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "mesh/solid.h"

namespace febem::mesh {

/// One face: local node numbers, corners first (anticlockwise seen from outside the element), then
/// the mid-edge nodes (the one after corner i lies between corners i and i + 1).
struct FaceTopology {
  int corners;               ///< 3 or 4
  int nodes;                 ///< 4 (hex8), 8 or 6
  std::array<int, 8> local;  ///< the first `nodes` are used
};

/// The faces of an element. Nodes are numbered as in VTK. The mid-edge nodes lie on these edges:
/// brick 01 12 23 30, 45 56 67 74, 04 15 26 37; tetrahedron 01 12 20 03 13 23; wedge 01 12 20, 34
/// 45 53, 03 14 25. Corners 0 1 2 (3) are anticlockwise seen from the rest of the element, so that
/// all Jacobians are positive.
std::span<const FaceTopology> faces(ElementKind kind);

/// Two faces across one reference direction of an element, by their numbers.
struct OppositeFaces {
  int direction;  ///< 0 .. 2
  int one, other;
};

/// The opposite faces of an element: all pairs of a brick, the triangles of a wedge, none of a
/// tetrahedron.
std::span<const OppositeFaces> opposite_faces(ElementKind kind);

/// The two corners that an edge joins, by their numbers in the element.
using EdgeCorners = std::array<int, 2>;

/// The edges with a mid-edge node, in the order of the mid-edge nodes, which are the last nodes of
/// the element. A hex8 has none.
std::span<const EdgeCorners> middle_edges(ElementKind kind);

/// "hex8", "hex20", "tet10", "wedge15".
std::string_view name(ElementKind kind);

/// All kinds, in the order of the enumeration.
std::vector<ElementKind> element_kinds();

/// Shape functions of a face at one point of its own coordinates. A quadrilateral spans [-1, 1]^2,
/// a triangle r, s >= 0, r + s <= 1. Corners are in the order of FaceTopology.
struct FaceShape {
  Eigen::Matrix<double, 8, 1> value = Eigen::Matrix<double, 8, 1>::Zero();
  Eigen::Matrix<double, 8, 2> gradient = Eigen::Matrix<double, 8, 2>::Zero();
};

FaceShape face_shape(const FaceTopology& face, const Eigen::Vector2d& at);

/// The positions of three or four corners of a face, or of a panel, in its own coordinates.
std::array<Eigen::Vector2d, 4> reference_corners(int corners);

/// One face of a solid with its nodes gathered.
struct FaceGeometry {
  Face face;
  FaceTopology topology;
  std::array<Index, 8> nodes{};  ///< global, in the order of the topology
  Eigen::Matrix<double, 3, 8> points = Eigen::Matrix<double, 3, 8>::Zero();

  FaceGeometry(const Solid& solid, const Face& of);

  Vec3 position(const Eigen::Vector2d& at) const;
  /// dx/dr x dx/ds, the area element times the normal out of the element.
  Vec3 area_vector(const Eigen::Vector2d& at) const;
};

}  // namespace febem::mesh
