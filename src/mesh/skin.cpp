// The faces on the outside of the bodies of a solid, each cut by a regular lattice of its own
// coordinates. A lattice point on an edge is known by the two corners of the edge and its distances
// from them, so that neighbouring faces share it.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "core/error.h"
#include "mesh/bodies.h"
#include "mesh/element_topology.h"
#include "mesh/face_blocks.h"
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
  explicit Skin(const Mirrors& mirrors) : mirrors_(mirrors) {}

  std::vector<Face> faces;
  double volume = 0, area = 0;  // of the polyhedron of its corners: closed, so that it does not
                                // matter where it lies
  Eigen::AlignedBox3d box;

  void add(const Solid& solid, const Face& face) {
    const FaceGeometry geometry(solid, face);
    const int corners = geometry.topology.corners;
    const auto corner = [&](int i) { return Vec3(geometry.points.col(i)); };
    if (faces.empty()) {
      origin_ = corner(0);
      for (const Mirror& mirror : mirrors_) origin_[mirror.axis] = mirror.at;
    }
    faces.push_back(face);
    Vec3 middle = Vec3::Zero();
    for (int i = 0; i < corners; ++i) {
      box.extend(corner(i));
      middle += (corner(i) - origin_) / corners;
    }
    const Vec3 normal =
        0.5 * (corner(2) - corner(0)).cross(corner(corners == 4 ? 3 : 0) - corner(1));
    area += normal.norm();
    volume += normal.dot(middle) / 3;
  }

  // False for a cavity, and for a slit, whose volume is rounding error.
  bool encloses() const { return volume > 1e-9 * area * std::sqrt(area); }

 private:
  const Mirrors& mirrors_;
  Vec3 origin_ = Vec3::Zero();  // in the planes, where faces that close a part have no volume
};

// Faces are connected when they share an edge. Skins in the order of their first faces.
std::vector<Skin> separate(
    const Solid& solid, const std::vector<Face>& boundary, const Mirrors& mirrors) {
  const auto groups = connected_groups(static_cast<Index>(boundary.size()), [&](const auto& unite) {
    std::map<std::pair<Index, Index>, Index> first;  // face of each edge
    for (Index i = 0; i < std::ssize(boundary); ++i) {
      const FaceGeometry face(solid, boundary[i]);
      for (int c = 0; c < face.topology.corners; ++c)
        unite(i, first
                     .try_emplace(
                         std::minmax(face.nodes[c], face.nodes[(c + 1) % face.topology.corners]), i)
                     .first->second);
    }
  });
  std::vector<Skin> skins(groups.size(), Skin(mirrors));
  for (std::size_t k = 0; k < groups.size(); ++k)
    for (const Index i : groups[k]) skins[k].add(solid, boundary[i]);
  return skins;
}

// The one skin of a body that encloses all its others. `name`: the body's, in messages.
const Skin& outer_skin(const std::vector<const Skin*>& skins, const std::string& name) {
  if (skins.empty()) throw core::InputError("mesh: the elements of ", name, " are there twice");
  const Skin& outer = **std::max_element(skins.begin(), skins.end(),
      [](const Skin* a, const Skin* b) { return a->volume < b->volume; });
  bool is_inside_out = !outer.encloses();
  for (const Skin* skin : skins) {
    if (skin == &outer || is_inside_out) continue;
    if (skin->encloses())
      throw core::InputError("mesh: parts of ", name, " meet in single nodes only: elements ",
          outer.faces.front().element, " and ", skin->faces.front().element,
          " are of two such parts; join the parts by faces, or give each nodes of its own and "
          "move them apart");
    is_inside_out = !outer.box.contains(skin->box);
  }
  if (is_inside_out) throw core::InputError("mesh: the elements of ", name, " are inside out");
  return outer;
}

}  // namespace

std::vector<Face> boundary_faces(const Solid& solid) {
  std::map<Corners, std::pair<int, Face>> seen;
  for (Index e = 0; e < solid.element_total(); ++e)
    for (int f = 0; f < static_cast<int>(faces(solid.elements[e].kind).size()); ++f) {
      auto& [times, face] =
          seen.try_emplace(sorted_corners({solid, {e, f}}), 0, Face{e, f}).first->second;
      if (++times > 2)
        throw core::InputError(
            "mesh: face ", f, " of element ", e, " belongs to more than two elements");
    }
  std::vector<Face> boundary;
  for (const auto& [key, entry] : seen)
    if (entry.first == 1) boundary.push_back(entry.second);
  std::sort(boundary.begin(), boundary.end());
  return boundary;
}

bool closes_part(const Solid& solid, const Face& face, const Mirrors& mirrors) {
  const FaceGeometry geometry(solid, face);
  const Vec3 first = geometry.points.col(0), third = geometry.points.col(2),
             last = geometry.points.col(geometry.topology.corners == 4 ? 3 : 0),
             area = (third - first).cross(last - Vec3(geometry.points.col(1)));
  return std::ranges::any_of(mirrors, [&](const Mirror& mirror) {
    for (int i = 0; i < geometry.topology.corners; ++i)
      if (std::abs(mirror.offset(geometry.points.col(i))) > 1e-3 * std::sqrt(area.norm()))
        return false;
    return mirror.side * area[mirror.axis] < 0;
  });
}

std::vector<Face> outer_faces(
    const Solid& solid, const std::vector<Face>& boundary, const Mirrors& mirrors) {
  if (solid.elements.empty()) throw core::InputError("mesh: no elements");
  const auto all = bodies(solid);
  std::vector<std::size_t> body_of(solid.elements.size());
  for (std::size_t b = 0; b < all.size(); ++b)
    for (const Index element : all[b].elements) body_of[element] = b;
  const auto skins = separate(solid, boundary, mirrors);
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
  /// `regions` is by face.
  Cutter(const Solid& solid, const std::vector<Face>& faces, const std::vector<Index>& regions,
      const SkinOptions& options, WetSurface& result)
      : regions_(regions), options_(options), result_(result) {
    for (const Face& face : faces) faces_.emplace_back(solid, face);
  }

  void run() {
    if (options_.join > 1) {
      for (const auto& block : join(faces_, regions_, options_.join)) cut(block);
      return;
    }
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (faces_[f].topology.corners == 3)
        cut_triangle(f);
      else
        cut({{f, 0}});
  }

 private:
  using Site = std::array<int, 2>;   // lattice position: on a face 0 .. split, on a block too
  using Key = std::map<Index, int>;  // corner node -> weight

  void cut_triangle(std::size_t f) {
    const int n = options_.split;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n - i; ++j) {
        add_triangle(f, {Site{i, j}, Site{i + 1, j}, Site{i, j + 1}});
        if (i + j + 1 < n) add_triangle(f, {Site{i + 1, j}, Site{i + 1, j + 1}, Site{i, j + 1}});
      }
  }

  void cut(const FaceBlock& block) {
    for (int i = 0; i < options_.split; ++i)
      for (int j = 0; j < options_.split; ++j) {
        const Site a{i, j}, b{i + 1, j}, c{i + 1, j + 1}, d{i, j + 1};
        if (!options_.triangles) {
          add_quadrilateral(block, a);
          continue;
        }
        const std::size_t f = block[0].face;
        const double ac = (position(faces_[f], a) - position(faces_[f], c)).norm();
        const double bd = (position(faces_[f], b) - position(faces_[f], d)).norm();
        add_triangle(f, ac <= bd ? std::array{a, b, c} : std::array{a, b, d});
        add_triangle(f, ac <= bd ? std::array{a, c, d} : std::array{b, c, d});
      }
  }

  /// A new panel, and a part of it that lies on no face yet.
  PanelPart begin_panel(int vertex_count, Index region) {
    PanelPart part{result_.surface.size(), {}, {}, reference_corners(vertex_count)};
    part.on_face.fill(Vector2d::Zero());
    result_.surface.panels.push_back({{-1, -1, -1, -1}, vertex_count, region});
    return part;
  }

  void add_triangle(std::size_t f, const std::array<Site, 3>& sites) {
    PanelPart part = begin_panel(3, regions_[f]);
    part.face = faces_[f].face;
    for (std::size_t v = 0; v < 3; ++v) {
      result_.surface.panels.back().vertices[v] = vertex(faces_[f], sites[v]);
      part.on_face[v] = coordinates(faces_[f], sites[v]);
    }
    result_.parts.push_back(part);
  }

  /// The panel between the site (i, j) and the next ones. In units of 1/(split join) of a block's
  /// side it goes from i join to (i + 1) join, and a face from a split to (a + 1) split.
  void add_quadrilateral(const FaceBlock& block, const Site& site) {
    const int n = options_.split, join = options_.join;
    const Site first{site[0] * join, site[1] * join}, last{first[0] + join, first[1] + join};
    PanelPart part = begin_panel(4, regions_[block[0].face]);
    for (int b = first[1] / n; b * n < last[1]; ++b)
      for (int a = first[0] / n; a * n < last[0]; ++a) {
        const auto& [f, first_corner] = block[b * join + a];
        const Site low{std::max(first[0], a * n), std::max(first[1], b * n)},
            high{std::min(last[0], (a + 1) * n), std::min(last[1], (b + 1) * n)};
        part.face = faces_[f].face;
        for (std::size_t v = 0; v < 4; ++v) {
          const Site at = corner(low, high, v),
                     on_face = turned({at[0] - a * n, at[1] - b * n}, first_corner);
          if (at == corner(first, last, v))
            result_.surface.panels.back().vertices[v] = vertex(faces_[f], on_face);
          part.on_face[v] = coordinates(faces_[f], on_face);
          part.on_panel[v] =
              Vector2d(2. * (at[0] - first[0]) / join - 1, 2. * (at[1] - first[1]) / join - 1);
        }
        result_.parts.push_back(part);
      }
  }

  /// Corner v of the rectangle between two sites, anticlockwise.
  static Site corner(const Site& low, const Site& high, std::size_t v) {
    return {v == 1 || v == 2 ? high[0] : low[0], v >= 2 ? high[1] : low[1]};
  }

  /// A site counted from corner `first` of a face, as a site of the face.
  Site turned(Site site, int first) const {
    for (int turn = 0; turn < first; ++turn) site = {options_.split - site[1], site[0]};
    return site;
  }

  Vector2d coordinates(const FaceGeometry& geometry, const Site& site) const {
    const Vector2d fraction(static_cast<double>(site[0]) / options_.split,
        static_cast<double>(site[1]) / options_.split);
    return geometry.topology.corners == 3 ? fraction : Vector2d(2 * fraction - Vector2d::Ones());
  }

  Vec3 position(const FaceGeometry& geometry, const Site& site) const {
    return geometry.position(coordinates(geometry, site));
  }

  // Bilinear or barycentric weights of the corners: at most two are not zero on an edge, and there
  // they are the same from both sides.
  Key key(const FaceGeometry& geometry, const Site& site) const {
    const int n = options_.split, i = site[0], j = site[1];
    const std::array<int, 4> quadrilateral{(n - i) * (n - j), i * (n - j), i * j, (n - i) * j};
    const std::array<int, 4> triangle{(n - i - j) * n, i * n, j * n, 0};
    Key weights;
    for (int c = 0; c < geometry.topology.corners; ++c)
      if (const int w = (geometry.topology.corners == 3 ? triangle : quadrilateral)[c]; w > 0)
        weights[geometry.nodes[c]] = w;
    return weights;
  }

  Index vertex(const FaceGeometry& geometry, const Site& site) {
    const auto [known, fresh] = known_.try_emplace(key(geometry, site));
    if (fresh) known->second = result_.surface.add(position(geometry, site));
    return known->second;
  }

  std::vector<FaceGeometry> faces_;
  const std::vector<Index>& regions_;
  SkinOptions options_;
  WetSurface& result_;
  std::map<Key, Index> known_;
};

// The wet region of each outer face: from the face sets "wet:NAME", else "wet".
std::vector<Index> wet_regions(
    const Solid& solid, const std::vector<Face>& outer, std::vector<std::string>& names) {
  std::map<Face, std::size_t> position;
  for (std::size_t i = 0; i < outer.size(); ++i) position[outer[i]] = i;
  std::vector<Index> region(outer.size(), -1);
  const std::string prefix = "wet:";
  for (const auto& [name, set] : solid.face_sets) {
    if (!name.starts_with(prefix)) continue;
    for (const Face& face : set) {
      const auto found = position.find(face);
      if (found == position.end())
        throw core::InputError("mesh: face set '", name, "' holds face ", face.face, " of element ",
            face.element, ", which is not on the wet surface");
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

WetSurface skin(const Solid& solid, const std::vector<Face>& boundary, const SkinOptions& options,
    const Mirrors& mirrors) {
  if (options.split < 1) throw core::InputError("mesh: split must be at least 1");
  if (options.join > 1 && options.triangles)
    throw core::InputError("mesh: faces that are joined cannot be cut into triangles");
  WetSurface result;
  const auto outer = outer_faces(solid, boundary, mirrors);
  const auto regions = wet_regions(solid, outer, result.surface.regions);
  Cutter(solid, outer, regions, options, result).run();
  measure(result.surface);
  validate(result.surface, !mirrors.empty());
  return result;
}

Between between(const std::array<Vector2d, 4>& corners, int vertex_count, const Vector2d& xi) {
  Between result;
  if (vertex_count == 3) {
    result.jacobian << corners[1] - corners[0], corners[2] - corners[0];
    result.at = corners[0] + result.jacobian * xi;
    return result;
  }
  const double r = xi(0), s = xi(1);
  result.at = ((1 - r) * (1 - s) * corners[0] + (1 + r) * (1 - s) * corners[1] +
                  (1 + r) * (1 + s) * corners[2] + (1 - r) * (1 + s) * corners[3]) /
              4;
  result.jacobian << ((1 - s) * (corners[1] - corners[0]) + (1 + s) * (corners[2] - corners[3])) /
                         4,
      ((1 - r) * (corners[3] - corners[0]) + (1 + r) * (corners[2] - corners[1])) / 4;
  return result;
}

namespace {

/// The point of the part whose image in coordinates of the panel is `at`, if it has that point. A
/// part of a quadrilateral is a rectangle.
std::optional<Vector2d> within(const PanelPart& part, int vertex_count, const Vector2d& at) {
  if (vertex_count == 3) return at;
  const Vector2d &low = part.on_panel[0], &high = part.on_panel[2];
  const Vector2d xi = 2 * (at - low).cwiseQuotient(high - low) - Vector2d::Ones();
  return xi.cwiseAbs().maxCoeff() < 1 + 1e-9 ? std::optional(xi) : std::nullopt;
}

}  // namespace

void curve_edges(const Solid& solid, WetSurface& wet) {
  auto& surface = wet.surface;
  if (wet.parts.empty() || !surface.middles.empty()) return;
  surface.middles.assign(surface.panels.size(), no_middles);
  const bool is_joined = wet.is_joined();
  surface.ninth_nodes.assign(is_joined ? surface.panels.size() : 0, Vec3::Zero());
  for (const auto& part : wet.parts) {
    const FaceGeometry geometry(solid, part.face);
    const int count = surface.panels[part.panel].vertex_count;
    const auto corners = reference_corners(count);
    // The point of the face at coordinates of the panel, if the part has it.
    const auto set = [&](Vec3& point, const Vector2d& at) {
      if (const auto xi = within(part, count, at))
        point = geometry.position(between(part.on_face, count, *xi).at);
    };
    for (int v = 0; v < count; ++v)
      set(surface.middles[part.panel][v], (corners[v] + corners[(v + 1) % count]) / 2);
    if (is_joined) set(surface.ninth_nodes[part.panel], Vector2d::Zero());
  }
}

}  // namespace febem::mesh
