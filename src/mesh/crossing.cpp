// Only panels whose boxes meet are compared; a tree of the boxes finds them in n log n. Pieces of
// curved panels are split where their triangles are nearer than they bulge, until it is clear
// whether they meet.
#include "mesh/crossing.h"

#include <algorithm>
#include <cmath>

#include "mesh/element_topology.h"
#include "mesh/pieces.h"

namespace febem::mesh {
namespace {

/// Where a corner of a piece lies on the edges of its panel: at this part of the way between two
/// vertices, the one of the lower number first.
struct OnEdge {
  Index from = -1, to = -1;  ///< -1: inside the panel
  double part = 0;

  bool is(const OnEdge& other) const {
    return from >= 0 && from == other.from && to == other.to && part == other.part;
  }
};

// Coordinates of corners are sums of a few powers of two, so that nothing here is rounded.
OnEdge on_edge(const Panel& panel, const Vector2d& at) {
  const auto corners = reference_corners(panel.vertex_count);
  for (int v = 0; v < panel.vertex_count; ++v) {
    const int next = (v + 1) % panel.vertex_count;
    const Vector2d along = corners[next] - corners[v], way = at - corners[v];
    if (along.x() * way.y() != along.y() * way.x()) continue;
    const Index a = panel.vertices[v], b = panel.vertices[next];
    const double part = way.dot(along) / along.squaredNorm();
    if (part == 0 || part == 1) return {part == 0 ? a : b, part == 0 ? a : b, 0};
    return a < b ? OnEdge{a, b, part} : OnEdge{b, a, 1 - part};
  }
  return {};
}

std::array<OnEdge, 3> on_edges(const Panel& panel, const Piece& piece) {
  return {on_edge(panel, piece.at[0]), on_edge(panel, piece.at[1]), on_edge(panel, piece.at[2])};
}

class Finder {
 public:
  explicit Finder(const Surface& surface) : surface_(surface) {}

  std::optional<Crossing> first() const {
    const auto tree = panel_tree(surface_);
    for (Index a = 0; a < surface_.size(); ++a) {
      const PanelPieces panel(surface_, a);
      const auto box = panel.box();
      const double margin = contact * std::sqrt(surface_.areas[a]);
      Index found = surface_.size();
      for_each_meeting(tree, box.min().array() - margin, box.max().array() + margin, [&](Index b) {
        if (b <= a || b >= found) return;
        const PanelPieces other(surface_, b);
        const bool neighbours = share_a_vertex(surface_.panels[a], surface_.panels[b]);
        if (meets_any({a, b, panel, other, neighbours}, panel.pieces(), other.pieces(), 0))
          found = b;
      });
      if (found < surface_.size())
        return Crossing{
            a, found, surface_.centroids[surface_.areas[a] < surface_.areas[found] ? a : found]};
    }
    return std::nullopt;
  }

 private:
  /// Pieces of curved panels that share a corner are split so often before they are taken as flat.
  static constexpr int splits_at_corners = 2;

  /// Two panels.
  struct Pair {
    Index a, b;
    const PanelPieces &of_a, &of_b;
    bool share_a_vertex;
  };

  // Neighbours across an edge meet there only, unless they lie folded on each other, which the
  // panels beyond them show. Where just a vertex is shared, an edge off it passes through the other
  // triangle if they meet elsewhere.
  bool meet(const Pair& pair, const Piece& s, const Piece& t, int splits) const {
    const double near =
                     contact * std::sqrt(std::min(surface_.areas[pair.a], surface_.areas[pair.b])),
                 bulges = s.bulge + t.bulge;
    if (s.box().exteriorDistance(t.box()) > near) return false;
    int shared = 0, at_s = 0, at_t = 0;
    if (pair.share_a_vertex) {
      const auto of_s = on_edges(surface_.panels[pair.a], s),
                 of_t = on_edges(surface_.panels[pair.b], t);
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
          if (of_s[i].is(of_t[k])) ++shared, at_s = i, at_t = k;
    }
    if (shared == 0) {
      if (distance(s.flat, t.flat) > near + bulges) return false;
      if (!(bulges > near)) return true;
      return s.bulge > t.bulge ? meets_any(pair, pair.of_a.split(s), std::array{t}, splits)
                               : meets_any(pair, std::array{s}, pair.of_b.split(t), splits);
    }
    if (bulges > near && splits < splits_at_corners)
      return meets_any(pair, pair.of_a.split(s), pair.of_b.split(t), splits + 1);
    if (shared > 1) return false;
    const auto edge_off = [](const Piece& piece, int corner) {
      const std::array ends{piece.flat.a, piece.flat.b, piece.flat.c};
      return std::pair(ends[(corner + 1) % 3], ends[(corner + 2) % 3]);
    };
    const auto [s1, s2] = edge_off(s, at_s);
    const auto [t1, t2] = edge_off(t, at_t);
    return !(distance(t.flat, s1, s2) > near) || !(distance(s.flat, t1, t2) > near);
  }

  template <class Parts, class Others>
  bool meets_any(const Pair& pair, const Parts& parts, const Others& others, int splits) const {
    for (const Piece& s : parts)
      for (const Piece& t : others)
        if (meet(pair, s, t, splits)) return true;
    return false;
  }

  const Surface& surface_;
};

}  // namespace

std::optional<Crossing> find_crossing(const Surface& surface) { return Finder(surface).first(); }

void refuse_crossing(const Surface& surface) {
  if (const auto found = find_crossing(surface))
    throw core::InputError("surface: it crosses or touches itself: ", found->text());
}

}  // namespace febem::mesh
