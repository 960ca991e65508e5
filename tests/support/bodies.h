// Small bodies of every kind of element for tests.
#pragma once

#include "mesh/element_topology.h"
#include "meshes/brick_builder.h"

namespace febem::test {

using mesh::ElementKind;
using mesh::Index;
using mesh::Solid;
using mesh::Vec3;

/// Adds a node at the middle of each of the given local edges, shared between elements.
class Middles {
 public:
  explicit Middles(Solid& solid) : solid_(solid) {}
  Index operator()(Index a, Index b) {
    const auto [known, fresh] = known_.emplace(std::minmax(a, b), solid_.node_total());
    if (fresh) solid_.points.push_back((solid_.points[a] + solid_.points[b]) / 2);
    return known->second;
  }

 private:
  Solid& solid_;
  std::map<std::pair<Index, Index>, Index> known_;
};

/// The 20-node bricks of a solid cut into `kind`: bricks of 8 nodes, two wedges or six tetrahedra
/// each (straight edges).
inline Solid recut(const Solid& bricks, ElementKind kind) {
  if (kind == ElementKind::hex20) return bricks;
  Solid result;
  result.regions = bricks.regions;
  std::map<Index, Index> renumbered;
  std::vector<std::array<Index, 8>> corners;
  for (const auto& brick : bricks.elements) {
    auto& c = corners.emplace_back();
    for (int i = 0; i < 8; ++i) {
      const auto [known, fresh] = renumbered.emplace(brick.nodes[i], result.node_total());
      if (fresh) result.points.push_back(bricks.points[brick.nodes[i]]);
      c[i] = known->second;
    }
  }
  Middles middle(result);
  const auto add = [&](const std::array<Index, 8>& c, const std::vector<int>& local) {
    mesh::Element element{kind, 0, {}};
    int n = 0;
    for (int i : local) element.nodes[n++] = c[i];
    for (const auto& [a, b] : mesh::middle_edges(kind))
      element.nodes[n++] = middle(c[local[a]], c[local[b]]);
    result.elements.push_back(element);
  };
  for (const auto& c : corners) {
    if (kind == ElementKind::hex8) add(c, {0, 1, 2, 3, 4, 5, 6, 7});
    if (kind == ElementKind::wedge15)
      for (const auto& t : std::vector<std::vector<int>>{{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}})
        add(c, t);
    if (kind == ElementKind::tet10)
      for (const auto& t : std::vector<std::vector<int>>{
               {0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}})
        add(c, t);
  }
  return result;
}

/// A box of elements of this kind between the origin and `size`; `map` moves its nodes.
inline Solid box(ElementKind kind, const Vec3& size, const std::array<int, 3>& count) {
  return recut(meshes::box(size, count), kind);
}

/// Adds a solid of the same regions to another, moved by `shift`: no node is shared, and sets stay
/// those of the first.
inline void append(Solid& solid, const Solid& other, const Vec3& shift) {
  const Index before = solid.node_total();
  for (const auto& x : other.points) solid.points.push_back(x + shift);
  for (auto element : other.elements) {
    for (int i = 0; i < mesh::node_count(element.kind); ++i) element.nodes[i] += before;
    solid.elements.push_back(element);
  }
}

/// The faces of a solid's skin whose corners all satisfy the condition.
template <class Condition>
std::vector<mesh::Face> faces_where(const Solid& solid, Condition condition) {
  std::vector<mesh::Face> result;
  for (Index e = 0; e < solid.element_total(); ++e) {
    const auto all = mesh::faces(solid.elements[e].kind);
    for (int f = 0; f < static_cast<int>(all.size()); ++f) {
      bool good = true;
      for (int c = 0; c < all[f].corners; ++c)
        good = good && condition(solid.points[solid.elements[e].nodes[all[f].local[c]]]);
      if (good) result.push_back({e, f});
    }
  }
  return result;
}

}  // namespace febem::test
