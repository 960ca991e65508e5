#include "mesh/element_topology.h"

namespace febem::mesh {
namespace {

// Faces of a brick at xi = -1, +1, eta = -1, +1, zeta = -1, +1.
constexpr std::array<FaceTopology, 6> hex20_faces{{{4, 8, {0, 4, 7, 3, 16, 15, 19, 11}},
                                                   {4, 8, {1, 2, 6, 5, 9, 18, 13, 17}},
                                                   {4, 8, {0, 1, 5, 4, 8, 17, 12, 16}},
                                                   {4, 8, {3, 7, 6, 2, 19, 14, 18, 10}},
                                                   {4, 8, {0, 3, 2, 1, 11, 10, 9, 8}},
                                                   {4, 8, {4, 5, 6, 7, 12, 13, 14, 15}}}};

constexpr std::array<FaceTopology, 6> linear(std::array<FaceTopology, 6> faces) {
  for (auto& face : faces) face.nodes = face.corners;
  return faces;
}
constexpr std::array<FaceTopology, 6> hex8_faces = linear(hex20_faces);

constexpr std::array<FaceTopology, 4> tet10_faces{{{3, 6, {0, 1, 3, 4, 8, 7, -1, -1}},
                                                   {3, 6, {1, 2, 3, 5, 9, 8, -1, -1}},
                                                   {3, 6, {0, 3, 2, 7, 9, 6, -1, -1}},
                                                   {3, 6, {0, 2, 1, 6, 5, 4, -1, -1}}}};

constexpr std::array<FaceTopology, 5> wedge15_faces{{{3, 6, {0, 2, 1, 8, 7, 6, -1, -1}},
                                                     {3, 6, {3, 4, 5, 9, 10, 11, -1, -1}},
                                                     {4, 8, {0, 1, 4, 3, 6, 13, 9, 12}},
                                                     {4, 8, {1, 2, 5, 4, 7, 14, 10, 13}},
                                                     {4, 8, {2, 0, 3, 5, 8, 12, 11, 14}}}};

constexpr std::array<OppositeFaces, 3> brick_pairs{{{0, 0, 1}, {1, 2, 3}, {2, 4, 5}}};
constexpr std::array<OppositeFaces, 1> wedge_pairs{{{2, 0, 1}}};

constexpr std::array<EdgeCorners, 12> hex20_edges{{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4},
                                                      {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
constexpr std::array<EdgeCorners, 6> tet10_edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<EdgeCorners, 9> wedge15_edges{{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};

constexpr std::array<ElementKind, 4> all_kinds{ElementKind::hex8, ElementKind::hex20, ElementKind::tet10,
                                               ElementKind::wedge15};

}  // namespace

std::span<const FaceTopology> faces(ElementKind kind) {
  switch (kind) {
    case ElementKind::hex8:
      return hex8_faces;
    case ElementKind::hex20:
      return hex20_faces;
    case ElementKind::tet10:
      return tet10_faces;
    case ElementKind::wedge15:
      return wedge15_faces;
  }
  return {};
}

std::span<const OppositeFaces> opposite_faces(ElementKind kind) {
  switch (kind) {
    case ElementKind::hex8:
    case ElementKind::hex20:
      return brick_pairs;
    case ElementKind::wedge15:
      return wedge_pairs;
    case ElementKind::tet10:
      return {};
  }
  return {};
}

std::span<const EdgeCorners> middle_edges(ElementKind kind) {
  switch (kind) {
    case ElementKind::hex8:
      return {};
    case ElementKind::hex20:
      return hex20_edges;
    case ElementKind::tet10:
      return tet10_edges;
    case ElementKind::wedge15:
      return wedge15_edges;
  }
  return {};
}

std::string_view name(ElementKind kind) {
  switch (kind) {
    case ElementKind::hex8:
      return "hex8";
    case ElementKind::hex20:
      return "hex20";
    case ElementKind::tet10:
      return "tet10";
    case ElementKind::wedge15:
      return "wedge15";
  }
  return "";
}

std::span<const ElementKind> element_kinds() { return all_kinds; }

}  // namespace febem::mesh
