// Only triangles whose boxes meet are compared; a tree of the boxes finds them in n log n.
#include "mesh/crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/error.h"
#include "mesh/box_tree.h"
#include "mesh/point.h"
#include "mesh/triangle.h"

namespace febem::mesh {
namespace {

using PieceTree = BoxTree<std::size_t>;  // by number

/// One triangle of a panel.
struct Piece {
  Index panel;
  std::array<Index, 3> vertices;
};

std::vector<Piece> pieces_of(const Surface& surface) {
  std::vector<Piece> pieces;
  for (Index j = 0; j < surface.size(); ++j) {
    const auto& [v, count, region] = surface.panels[j];
    for (int i = 1; i + 1 < count; ++i) pieces.push_back({j, {v[0], v[i], v[i + 1]}});
  }
  return pieces;
}

class Finder {
 public:
  explicit Finder(const Surface& surface) : surface_(surface), pieces_(pieces_of(surface)) {
    std::vector<PieceTree::value_type> entries;
    for (std::size_t i = 0; i < pieces_.size(); ++i) entries.emplace_back(box(i, 0), i);
    tree_ = PieceTree(entries);
  }

  /// The first piece after this one that it meets, by number; none: the number of pieces.
  std::size_t met_by(std::size_t i) const {
    std::size_t found = pieces_.size();
    const auto near = geometry::index::intersects(box(i, contact * size(i)));
    for (auto it = tree_.qbegin(near); it != tree_.qend(); ++it)
      if (const std::size_t k = it->second; k > i && k < found && meet(pieces_[i], pieces_[k])) found = k;
    return found;
  }

  std::optional<Crossing> first() const {
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (const std::size_t k = met_by(i); k < pieces_.size()) {
        const Index a = pieces_[i].panel, b = pieces_[k].panel;
        return Crossing{a, b, surface_.centroids[surface_.areas[a] < surface_.areas[b] ? a : b]};
      }
    return std::nullopt;
  }

 private:
  double size(std::size_t i) const { return std::sqrt(surface_.areas[pieces_[i].panel]); }

  Triangle triangle(const Piece& piece) const {
    const auto& [a, b, c] = piece.vertices;
    return {surface_.points[a], surface_.points[b], surface_.points[c]};
  }

  Box box(std::size_t i, double margin) const {
    const auto [a, b, c] = triangle(pieces_[i]);
    const Vec3 low = a.cwiseMin(b).cwiseMin(c).array() - margin, high = a.cwiseMax(b).cwiseMax(c).array() + margin;
    return box_between(low, high);
  }

  // Neighbours across an edge meet there only, unless they lie folded on each other, which the panels beyond them show. Where
  // just a vertex is shared, an edge off it passes through the other triangle if they meet elsewhere.
  bool meet(const Piece& s, const Piece& t) const {
    if (s.panel == t.panel) return false;
    const double near = contact * std::sqrt(std::min(surface_.areas[s.panel], surface_.areas[t.panel]));
    int shared = 0, at_s = 0, at_t = 0;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        if (s.vertices[i] == t.vertices[k]) ++shared, at_s = i, at_t = k;
    if (shared == 0) return !(distance(triangle(s), triangle(t)) > near);
    if (shared > 1) return false;
    const auto end = [&](const Piece& piece, int vertex) { return surface_.points[piece.vertices[vertex % 3]]; };
    return !(distance(triangle(t), end(s, at_s + 1), end(s, at_s + 2)) > near) || !(distance(triangle(s), end(t, at_t + 1), end(t, at_t + 2)) > near);
  }

  const Surface& surface_;
  std::vector<Piece> pieces_;
  PieceTree tree_;
};

}  // namespace

std::optional<Crossing> find_crossing(const Surface& surface) { return Finder(surface).first(); }

void refuse_crossing(const Surface& surface) {
  if (const auto found = find_crossing(surface))
    throw core::InputError("surface: it crosses or touches itself: panel " + std::to_string(found->first) + " meets panel " +
                           std::to_string(found->second) + " near " + text(found->where));
}

}  // namespace febem::mesh
