#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>
#include <optional>

#include "core/error.h"
#include "mesh/face_geometry.h"
#include "mesh/wet_surface.h"

namespace febem::mesh {
namespace {

using Corners = std::array<Index, 4>;

Corners sorted_corners(const FaceGeometry& face) {
  Corners key{-1, -1, -1, -1};
  std::copy_n(face.nodes.begin(), face.topology.corners, key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

// A connected part of the boundary.
struct Skin {
  std::vector<Face> faces;
  double volume = 0;
  Eigen::AlignedBox3d box;

  void add(const Solid& solid, const Face& face) {
    const FaceGeometry geometry(solid, face);
    faces.push_back(face);
    for (int i = 0; i < geometry.topology.corners; ++i) box.extend(Vec3(geometry.points.col(i)));
    const Eigen::Vector2d middle =
        geometry.topology.corners == 3 ? Eigen::Vector2d(1. / 3, 1. / 3) : Eigen::Vector2d(0, 0);
    const double extent = geometry.topology.corners == 3 ? 0.5 : 4;
    volume += extent * geometry.position(middle).dot(geometry.area_vector(middle)) / 3;
  }
};

// Faces are connected when they share an edge.
std::map<Index, Skin> separate(const Solid& solid, const std::vector<Face>& boundary) {
  const auto count = static_cast<Index>(boundary.size());
  std::vector<Index> rank(count), parent(count);
  boost::disjoint_sets<Index*, Index*> sets(rank.data(), parent.data());
  for (Index i = 0; i < count; ++i) sets.make_set(i);
  std::map<std::pair<Index, Index>, Index> edges;
  for (Index i = 0; i < count; ++i) {
    const FaceGeometry face(solid, boundary[i]);
    for (int c = 0; c < face.topology.corners; ++c) {
      const auto [a, b] = std::minmax(face.nodes[c], face.nodes[(c + 1) % face.topology.corners]);
      sets.union_set(i, edges.try_emplace({a, b}, i).first->second);
    }
  }
  std::map<Index, Skin> skins;
  for (Index i = 0; i < count; ++i) skins[sets.find_set(i)].add(solid, boundary[i]);
  return skins;
}

}  // namespace

std::vector<Face> boundary_faces(const Solid& solid) {
  std::map<Corners, std::pair<int, Face>> seen;
  for (Index e = 0; e < solid.element_total(); ++e)
    for (int f = 0; f < static_cast<int>(faces(solid.elements[e].kind).size()); ++f) {
      auto& [times, face] = seen.try_emplace(sorted_corners({solid, {e, f}}), 0, Face{e, f}).first->second;
      if (++times > 2)
        throw core::InputError("mesh: face " + std::to_string(f) + " of element " + std::to_string(e) +
                               " belongs to more than two elements");
    }
  std::vector<Face> boundary;
  for (const auto& [key, entry] : seen)
    if (entry.first == 1) boundary.push_back(entry.second);
  std::sort(boundary.begin(), boundary.end(), [](const Face& a, const Face& b) {
    return std::pair{a.element, a.face} < std::pair{b.element, b.face};
  });
  return boundary;
}

std::vector<Face> outer_faces(const Solid& solid, const std::vector<Face>& boundary) {
  if (solid.elements.empty()) throw core::InputError("mesh: no elements");
  const auto skins = separate(solid, boundary);
  const auto outer = std::max_element(skins.begin(), skins.end(), [](const auto& a, const auto& b) {
    return a.second.volume < b.second.volume;
  });
  if (!(outer->second.volume > 0)) throw core::InputError("mesh: the elements are inside out");
  for (const auto& [name, skin] : skins)
    if (!outer->second.box.contains(skin.box))
      throw core::InputError("mesh: the structure falls apart into separate bodies (element " +
                             std::to_string(skin.faces.front().element) + " is not joined to element " +
                             std::to_string(outer->second.faces.front().element) + ")");
  return outer->second.faces;
}

}  // namespace febem::mesh
