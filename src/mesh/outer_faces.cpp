#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <map>
#include <string>

#include "core/error.h"
#include "mesh/face_geometry.h"
#include "mesh/solid_bodies.h"
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

// A connected part of the boundary: what a body shows to the outside, or a cavity of it.
struct Skin {
  std::vector<Face> faces;
  double volume = 0, area = 0;  // of the polyhedron of its corners: closed, so that it does not matter where it lies
  Eigen::AlignedBox3d box;

  void add(const Solid& solid, const Face& face) {
    const FaceGeometry geometry(solid, face);
    const int corners = geometry.topology.corners;
    const auto corner = [&](int i) { return Vec3(geometry.points.col(i)); };
    if (faces.empty()) origin_ = corner(0);
    faces.push_back(face);
    Vec3 middle = Vec3::Zero();
    for (int i = 0; i < corners; ++i) {
      box.extend(corner(i));
      middle += (corner(i) - origin_) / corners;
    }
    const Vec3 normal = 0.5 * (corner(2) - corner(0)).cross(corner(corners == 4 ? 3 : 0) - corner(1));
    area += normal.norm();
    volume += normal.dot(middle) / 3;
  }

  // False for a cavity, and for a slit, whose volume is rounding error.
  bool encloses() const { return volume > 1e-9 * area * std::sqrt(area); }

 private:
  Vec3 origin_ = Vec3::Zero();
};

// Faces are connected when they share an edge. Skins in the order of their first faces.
std::vector<Skin> separate(const Solid& solid, const std::vector<Face>& boundary) {
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
  std::map<Index, std::size_t> number;
  std::vector<Skin> skins;
  for (Index i = 0; i < count; ++i) {
    const auto [known, fresh] = number.try_emplace(sets.find_set(i), skins.size());
    if (fresh) skins.emplace_back();
    skins[known->second].add(solid, boundary[i]);
  }
  return skins;
}

// The one skin of a body that encloses all its others. `name`: the body's, in messages.
const Skin& outer_skin(const std::vector<const Skin*>& skins, const std::string& name) {
  if (skins.empty()) throw core::InputError("mesh: the elements of " + name + " are there twice");
  const Skin& outer = **std::max_element(skins.begin(), skins.end(),
                                         [](const Skin* a, const Skin* b) { return a->volume < b->volume; });
  if (!outer.encloses()) throw core::InputError("mesh: the elements of " + name + " are inside out");
  for (const Skin* skin : skins) {
    if (skin == &outer) continue;
    if (skin->encloses())
      throw core::InputError("mesh: parts of " + name + " meet in single nodes only: elements " +
                             std::to_string(outer.faces.front().element) + " and " + std::to_string(skin->faces.front().element) +
                             " are of two such parts; join the parts by faces, or give each nodes of its own and move them apart");
    if (!outer.box.contains(skin->box)) throw core::InputError("mesh: the elements of " + name + " are inside out");
  }
  return outer;
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
  const auto all = bodies(solid);
  std::vector<std::size_t> body_of(solid.elements.size());
  for (std::size_t b = 0; b < all.size(); ++b)
    for (const Index element : all[b].elements) body_of[element] = b;
  const auto skins = separate(solid, boundary);
  std::vector<std::vector<const Skin*>> skins_of(all.size());
  for (const auto& skin : skins) skins_of[body_of[skin.faces.front().element]].push_back(&skin);
  std::vector<Face> outer;
  for (std::size_t b = 0; b < all.size(); ++b) {
    const auto& faces = outer_skin(skins_of[b], body_text(solid, all, b)).faces;
    outer.insert(outer.end(), faces.begin(), faces.end());
  }
  return outer;
}

}  // namespace febem::mesh
