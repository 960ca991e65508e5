#include "mesh/facing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mesh/box_tree.h"
#include "mesh/triangle.h"

namespace febem::mesh {
namespace {

using PanelTree = BoxTree<Index>;

/// cos 135 degrees
constexpr double opposed_cosine = -0.7071;
/// A ray that passes a triangle by less than this fraction of its own length meets it: it may run along the diagonal of a quadrilateral.
constexpr double grazing = 1e-9;

Box box_of(const Surface& surface, const Panel& panel) {
  Eigen::AlignedBox3d box;
  for (int i = 0; i < panel.vertex_count; ++i) box.extend(surface.points[panel.vertices[i]]);
  return box_between(box.min(), box.max());
}

bool share_a_vertex(const Panel& a, const Panel& b) {
  const auto end_of_a = a.vertices.begin() + a.vertex_count, end_of_b = b.vertices.begin() + b.vertex_count;
  return std::find_first_of(a.vertices.begin(), end_of_a, b.vertices.begin(), end_of_b) != end_of_a;
}

class SideFinder {
 public:
  explicit SideFinder(const Surface& surface) : surface_(surface) {
    std::vector<PanelTree::value_type> entries;
    for (Index j = 0; j < surface.size(); ++j) entries.emplace_back(box_of(surface, surface.panels[j]), j);
    tree_ = PanelTree(entries);
  }

  FacingSides nearest() const {
    FacingSides nearest;
    for (Index i = 0; i < surface_.size(); ++i)
      for (const bool outwards : {false, true}) {
        const double length = longest_edge(surface_, i);
        const auto met = first_met(i, (outwards ? 1 : -1) * facing_reach * length);
        if (met.panel < 0 || !face(i, met.panel) || !(met.distance < length * nearest.nearest)) continue;
        nearest = {met.distance / length, i, met.panel, outwards, met.distance, surface_.centroids[i]};
      }
    return nearest;
  }

 private:
  struct Met {
    Index panel = -1;
    double distance = 0;  ///< m
  };

  bool face(Index i, Index j) const {
    return surface_.normals[i].dot(surface_.normals[j]) < opposed_cosine && !share_a_vertex(surface_.panels[i], surface_.panels[j]);
  }

  // What the normal of panel i meets first within `reach` of its centroid, backwards if that is negative.
  Met first_met(Index i, double reach) const {
    const Vec3 from = surface_.centroids[i], to = from + reach * surface_.normals[i];
    Met first{-1, std::abs(reach)};
    const auto near = geometry::index::intersects(box_between(from.cwiseMin(to), from.cwiseMax(to)));
    for (auto it = tree_.qbegin(near); it != tree_.qend(); ++it) {
      const Index j = it->second;
      if (j == i) continue;
      triangles(surface_, surface_.panels[j], [&](const Triangle& t) {
        const Vec3 n = normal_vector(t);
        const double at_from = n.dot(from - t.a), at_to = n.dot(to - t.a);
        if (!(at_from * at_to < 0)) return;
        const double along = std::abs(reach) * at_from / (at_from - at_to);
        if (along < first.distance && distance(t, from, to) <= grazing * std::abs(reach)) first = {j, along};
      });
    }
    return first;
  }

  const Surface& surface_;
  PanelTree tree_;
};

}  // namespace

FacingSides facing_sides(const Surface& surface) { return SideFinder(surface).nearest(); }

}  // namespace febem::mesh
