// Each outer face is cut by a regular lattice of its own coordinates. A lattice point on an edge is known by
// the two corners of the edge and its distances from them, so that neighbouring faces share it.
#include <algorithm>
#include <map>

#include "core/error.h"
#include "mesh/face_geometry.h"
#include "mesh/wet_surface.h"

namespace febem::mesh {
namespace {

using Eigen::Vector2d;

class Cutter {
 public:
  Cutter(const Solid& solid, const SkinOptions& options, WetSurface& result)
      : solid_(solid), options_(options), result_(result) {}

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
          if (i + j + 1 < n)
            add(geometry, face, region, {Site{i + 1, j}, Site{i + 1, j + 1}, Site{i, j + 1}});
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
    const Vector2d fraction(static_cast<double>(site[0]) / options_.split,
                            static_cast<double>(site[1]) / options_.split);
    return geometry.topology.corners == 3 ? fraction : Vector2d(2 * fraction - Vector2d::Ones());
  }

  Vec3 position(const FaceGeometry& geometry, const Site& site) const {
    return geometry.position(coordinates(geometry, site));
  }

  // Bilinear or barycentric weights of the corners: at most two are not zero on an edge, and there they are
  // the same from both sides.
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
    const auto [known, fresh] =
        known_.emplace(key(geometry, site), static_cast<Index>(result_.surface.points.size()));
    if (fresh) result_.surface.points.push_back(position(geometry, site));
    return known->second;
  }

  const Solid& solid_;
  SkinOptions options_;
  WetSurface& result_;
  std::map<Key, Index> known_;
};

// The wet region of each outer face: from the face sets "wet:NAME", else "wet".
std::vector<Index> wet_regions(const Solid& solid, const std::vector<Face>& outer,
                               std::vector<std::string>& names) {
  std::map<std::pair<Index, int>, std::size_t> position;
  for (std::size_t i = 0; i < outer.size(); ++i) position[{outer[i].element, outer[i].face}] = i;
  std::vector<Index> region(outer.size(), -1);
  const std::string prefix = "wet:";
  for (const auto& [name, set] : solid.face_sets) {
    if (!name.starts_with(prefix)) continue;
    for (const Face& face : set) {
      const auto found = position.find({face.element, face.face});
      if (found == position.end())
        throw core::InputError("mesh: face set '" + name + "' holds face " + std::to_string(face.face) +
                               " of element " + std::to_string(face.element) +
                               ", which is not on the wet surface");
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

}  // namespace febem::mesh
