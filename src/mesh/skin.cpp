// The faces on the outside of the bodies of a solid, each cut by a regular lattice of its own coordinates. A lattice point on an
// edge is known by the two corners of the edge and its distances from them, so that neighbouring faces share it.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/error.h"
#include "mesh/bodies.h"
#include "mesh/element_topology.h"
#include "mesh/groups.h"
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
  const auto groups = connected_groups(static_cast<Index>(boundary.size()), [&](const auto& unite) {
    std::map<std::pair<Index, Index>, Index> first;  // face of each edge
    for (Index i = 0; i < std::ssize(boundary); ++i) {
      const FaceGeometry face(solid, boundary[i]);
      for (int c = 0; c < face.topology.corners; ++c)
        unite(i, first.try_emplace(std::minmax(face.nodes[c], face.nodes[(c + 1) % face.topology.corners]), i).first->second);
    }
  });
  std::vector<Skin> skins(groups.size());
  for (std::size_t k = 0; k < groups.size(); ++k)
    for (const Index i : groups[k]) skins[k].add(solid, boundary[i]);
  return skins;
}

// The one skin of a body that encloses all its others. `name`: the body's, in messages.
const Skin& outer_skin(const std::vector<const Skin*>& skins, const std::string& name) {
  if (skins.empty()) throw core::InputError("mesh: the elements of " + name + " are there twice");
  const Skin& outer = **std::max_element(skins.begin(), skins.end(), [](const Skin* a, const Skin* b) { return a->volume < b->volume; });
  if (!outer.encloses()) throw core::InputError("mesh: the elements of " + name + " are inside out");
  for (const Skin* skin : skins) {
    if (skin == &outer) continue;
    if (skin->encloses())
      throw core::InputError("mesh: parts of " + name + " meet in single nodes only: elements " + std::to_string(outer.faces.front().element) +
                             " and " + std::to_string(skin->faces.front().element) +
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
        throw core::InputError("mesh: face " + std::to_string(f) + " of element " + std::to_string(e) + " belongs to more than two elements");
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

namespace {

using Eigen::Vector2d;

class Cutter {
 public:
  Cutter(const Solid& solid, const SkinOptions& options, WetSurface& result) : solid_(solid), options_(options), result_(result) {}

  void cut(const Face& face, Index region) {
    const FaceGeometry geometry(solid_, face);
    const bool triangle = geometry.topology.corners == 3;
    const int n = options_.split;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < (triangle ? n - i : n); ++j) {
        if (!triangle) {
          quadrilateral(geometry, face, region, i, j);
        } else {
          add(geometry, face, region, {Site{i, j}, Site{i + 1, j}, Site{i, j + 1}});
          if (i + j + 1 < n) add(geometry, face, region, {Site{i + 1, j}, Site{i + 1, j + 1}, Site{i, j + 1}});
        }
      }
  }

 private:
  using Site = std::array<int, 2>;   // lattice position
  using Key = std::map<Index, int>;  // corner node -> weight

  void quadrilateral(const FaceGeometry& geometry, const Face& face, Index region, int i, int j) {
    const Site a{i, j}, b{i + 1, j}, c{i + 1, j + 1}, d{i, j + 1};
    if (!options_.triangles) return add(geometry, face, region, {a, b, c, d});
    const double ac = (position(geometry, a) - position(geometry, c)).norm();
    const double bd = (position(geometry, b) - position(geometry, d)).norm();
    if (ac <= bd) {
      add(geometry, face, region, {a, b, c});
      add(geometry, face, region, {a, c, d});
    } else {
      add(geometry, face, region, {a, b, d});
      add(geometry, face, region, {b, c, d});
    }
  }

  void add(const FaceGeometry& geometry, const Face& face, Index region, const std::vector<Site>& sites) {
    Panel panel;
    panel.vertex_count = static_cast<int>(sites.size());
    panel.vertices.fill(-1);
    panel.region = region;
    PanelParent parent{face, {}};
    parent.corners.fill(Vector2d::Zero());
    for (std::size_t v = 0; v < sites.size(); ++v) {
      panel.vertices[v] = vertex(geometry, sites[v]);
      parent.corners[v] = coordinates(geometry, sites[v]);
    }
    result_.surface.panels.push_back(panel);
    result_.parents.push_back(parent);
  }

  Vector2d coordinates(const FaceGeometry& geometry, const Site& site) const {
    const Vector2d fraction(static_cast<double>(site[0]) / options_.split, static_cast<double>(site[1]) / options_.split);
    return geometry.topology.corners == 3 ? fraction : Vector2d(2 * fraction - Vector2d::Ones());
  }

  Vec3 position(const FaceGeometry& geometry, const Site& site) const { return geometry.position(coordinates(geometry, site)); }

  // Bilinear or barycentric weights of the corners: at most two are not zero on an edge, and there they are
  // the same from both sides.
  Key key(const FaceGeometry& geometry, const Site& site) const {
    const int n = options_.split, i = site[0], j = site[1];
    const std::array<int, 4> quadrilateral{(n - i) * (n - j), i * (n - j), i * j, (n - i) * j};
    const std::array<int, 4> triangle{(n - i - j) * n, i * n, j * n, 0};
    Key weights;
    for (int c = 0; c < geometry.topology.corners; ++c)
      if (const int w = (geometry.topology.corners == 3 ? triangle : quadrilateral)[c]; w > 0) weights[geometry.nodes[c]] = w;
    return weights;
  }

  Index vertex(const FaceGeometry& geometry, const Site& site) {
    const auto [known, fresh] = known_.emplace(key(geometry, site), static_cast<Index>(result_.surface.points.size()));
    if (fresh) result_.surface.points.push_back(position(geometry, site));
    return known->second;
  }

  const Solid& solid_;
  SkinOptions options_;
  WetSurface& result_;
  std::map<Key, Index> known_;
};

// The wet region of each outer face: from the face sets "wet:NAME", else "wet".
std::vector<Index> wet_regions(const Solid& solid, const std::vector<Face>& outer, std::vector<std::string>& names) {
  std::map<std::pair<Index, int>, std::size_t> position;
  for (std::size_t i = 0; i < outer.size(); ++i) position[{outer[i].element, outer[i].face}] = i;
  std::vector<Index> region(outer.size(), -1);
  const std::string prefix = "wet:";
  for (const auto& [name, set] : solid.face_sets) {
    if (!name.starts_with(prefix)) continue;
    for (const Face& face : set) {
      const auto found = position.find({face.element, face.face});
      if (found == position.end())
        throw core::InputError("mesh: face set '" + name + "' holds face " + std::to_string(face.face) + " of element " +
                               std::to_string(face.element) + ", which is not on the wet surface");
      region[found->second] = static_cast<Index>(names.size());
    }
    names.push_back(name.substr(prefix.size()));
  }
  if (std::find(region.begin(), region.end(), -1) == region.end()) return region;
  std::replace(region.begin(), region.end(), Index{-1}, static_cast<Index>(names.size()));
  names.push_back("wet");
  return region;
}

}  // namespace

WetSurface skin(const Solid& solid, const std::vector<Face>& boundary, const SkinOptions& options) {
  if (options.split < 1) throw core::InputError("mesh: split must be at least 1");
  WetSurface result;
  const auto outer = outer_faces(solid, boundary);
  const auto regions = wet_regions(solid, outer, result.surface.regions);
  Cutter cutter(solid, options, result);
  for (std::size_t i = 0; i < outer.size(); ++i) cutter.cut(outer[i], regions[i]);
  measure(result.surface);
  validate(result.surface);
  return result;
}

void curve_edges(const Solid& solid, WetSurface& wet) {
  if (wet.parents.empty()) return;
  wet.surface.middles.clear();
  for (Index j = 0; j < wet.surface.size(); ++j) {
    const auto& [face, corners] = wet.parents[j];
    const FaceGeometry geometry(solid, face);
    const int count = wet.surface.panels[j].vertex_count;
    auto& middles = wet.surface.middles.emplace_back();
    middles.fill(Vec3::Zero());
    for (int v = 0; v < count; ++v) middles[v] = geometry.position((corners[v] + corners[(v + 1) % count]) / 2);
  }
}

}  // namespace febem::mesh
