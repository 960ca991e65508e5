#include "mesh/facing.h"

#include <cmath>

#include "mesh/pieces.h"

namespace febem::mesh {
namespace {

/// cos 135 degrees
constexpr double opposed_cosine = -0.7071;
/// A ray that passes a triangle by less than this fraction of its own length meets it: it may run
/// along the diagonal of a quadrilateral.
constexpr double grazing = 1e-9;

/// A curved panel is met where a piece of it is met that is flat to within this fraction of the
/// length of the panel that looks for it.
constexpr double roughness = 1e-3;

class SideFinder {
 public:
  explicit SideFinder(const Surface& surface) : surface_(surface), tree_(panel_tree(surface)) {}

  FacingSides nearest() const {
    FacingSides nearest;
    for (Index i = 0; i < surface_.size(); ++i)
      for_each_look(i, [&](const Look& look) {
        for (const bool outwards : {false, true}) {
          const double length = longest_edge(surface_, i);
          const auto met = first_met(i, look, (outwards ? 1 : -1) * facing_reach * length);
          if (met.panel < 0 || !face(i, look, met) || !(met.distance < length * nearest.nearest))
            continue;
          nearest = {met.distance / length, i, met.panel, outwards, met.distance, look.from};
        }
      });
    return nearest;
  }

 private:
  struct Look {
    Vec3 from, normal;
  };
  struct Met {
    Index panel = -1;
    double distance = 0;  ///< m
    Vec3 normal = Vec3::Zero();
  };

  /// Calls visit(look) at the centroid of a flat panel, or in the middles of the parts of a curved
  /// one.
  template <class Visit>
  void for_each_look(Index i, Visit&& visit) const {
    if (surface_.middles.empty()) return visit(Look{surface_.centroids[i], surface_.normals[i]});
    const PanelPieces panel(surface_, i);
    for (const Piece& piece : panel.pieces())
      for (const Piece& part : panel.split(piece)) {
        const auto place = panel.curved()->at((part.at[0] + part.at[1] + part.at[2]) / 3);
        visit(Look{place.point, place.area_vector().normalized()});
      }
  }

  bool face(Index i, const Look& look, const Met& met) const {
    return look.normal.dot(met.normal) < opposed_cosine &&
           !share_a_vertex(surface_.panels[i], surface_.panels[met.panel]);
  }

  // The first panel that the normal of panel i meets within `reach`; a negative reach goes against
  // the normal.
  Met first_met(Index i, const Look& look, double reach) const {
    const Vec3 from = look.from, to = from + reach * look.normal;
    const double tolerance = roughness / facing_reach * std::abs(reach);
    Met first{-1, std::abs(reach)};
    const auto meet = [&](const auto& self, Index j, const PanelPieces& panel,
                          const Piece& piece) -> void {
      const Triangle& t = piece.flat;
      if (!piece.is_flat(tolerance)) {
        if (distance(t, from, to) > piece.bulge) return;
        for (const Piece& part : panel.split(piece)) self(self, j, panel, part);
        return;
      }
      const Vec3 n = normal_vector(t);
      const double at_from = n.dot(from - t.a), at_to = n.dot(to - t.a);
      if (!(at_from * at_to < 0)) return;
      const double along = std::abs(reach) * at_from / (at_from - at_to);
      if (along < first.distance &&
          distance(t, from, to) <= grazing * std::abs(reach) + piece.bulge)
        first = {j, along, panel.curved() ? Vec3(n.normalized()) : surface_.normals[j]};
    };
    for_each_meeting(tree_, from.cwiseMin(to), from.cwiseMax(to), [&](Index j) {
      if (j == i) return;
      const PanelPieces panel(surface_, j);
      for (const Piece& piece : panel.pieces()) meet(meet, j, panel, piece);
    });
    return first;
  }

  const Surface& surface_;
  BoxTree<Index> tree_;
};

}  // namespace

FacingSides facing_sides(const Surface& surface) { return SideFinder(surface).nearest(); }

}  // namespace febem::mesh
