// The solid mesh: nodes and three-dimensional elements in named regions.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "mesh/point.h"

namespace febem::mesh {

/// Kinds of elements. The order of the nodes is that of VTK (corners, then mid-edge nodes), so that
/// files need no renumbering.
enum class ElementKind { hex8, hex20, tet10, wedge15 };

/// Number of nodes of an element of this kind.
constexpr int node_count(ElementKind kind) {
  return std::array{8, 20, 10, 15}[static_cast<std::size_t>(kind)];
}

struct Element {
  ElementKind kind = ElementKind::hex20;
  Index region = 0;               ///< index into Solid::regions; materials are given by region
  std::array<Index, 20> nodes{};  ///< the first node_count(kind) are used

  std::span<const Index> used_nodes() const {
    return std::span(nodes).first(static_cast<std::size_t>(node_count(kind)));
  }
};

/// One face of one element.
struct Face {
  Index element = 0;
  int face = 0;  ///< 0 .. face_count(kind) - 1, in the order of faces() in element_topology.h

  auto operator<=>(const Face&) const = default;
};

struct Solid {
  std::vector<Vec3> points;  ///< m
  std::vector<Element> elements;
  std::vector<std::string> regions;  ///< names ("shell", "ceramic", ...)
  /// Named nodes, for supports and point forces.
  std::map<std::string, std::vector<Index>> node_sets;
  std::map<std::string, std::vector<Face>> face_sets;  ///< named faces, for pressures

  Index node_total() const { return static_cast<Index>(points.size()); }
  Index element_total() const { return static_cast<Index>(elements.size()); }
};

}  // namespace febem::mesh
