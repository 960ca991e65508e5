// The pieces of the panels of a surface, for questions about the surface that is solved: which
// panels meet, what is inside, what faces what.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "mesh/box_tree.h"
#include "mesh/curved_panel.h"
#include "mesh/triangle.h"

namespace febem::mesh {

/// A triangle of a flat panel. Of a curved panel it stands for the part between its corners.
struct Piece {
  Triangle flat;  ///< m
  /// Each point of the part has a point of the triangle within this distance, and the reverse, m; 0
  /// if flat.
  double bulge = 0;
  std::array<Vector2d, 3> at = {};  ///< the corners in coordinates of the panel

  /// The longest side of the triangle, m.
  double length() const {
    return std::sqrt(std::max({(flat.b - flat.a).squaredNorm(), (flat.c - flat.b).squaredNorm(),
        (flat.a - flat.c).squaredNorm()}));
  }
  /// Holds the part.
  Eigen::AlignedBox3d box() const {
    const auto [a, b, c] = flat;
    return {Vec3(a.cwiseMin(b).cwiseMin(c).array() - bulge),
        Vec3(a.cwiseMax(b).cwiseMax(c).array() + bulge)};
  }
  /// Whether the triangle may stand for the part: its bulge is below `tolerance` (m), or near
  /// rounding.
  bool is_flat(double tolerance) const {
    return bulge == 0 || bulge <= tolerance || bulge <= 1e-6 * length();
  }
};

/// The pieces of one panel: one triangle, or the two of a quadrilateral that is cut from its first
/// vertex to its third, so that neighbours meet without gaps even if it is warped. The pieces of a
/// curved panel can be split. Panels are curved if the surface has middles.
class PanelPieces {
 public:
  PanelPieces(const Surface& surface, Index j);

  std::span<const Piece> pieces() const {
    return {pieces_.data(), static_cast<std::size_t>(count_)};
  }
  /// Holds the panel.
  Eigen::AlignedBox3d box() const {
    return count_ == 1 ? pieces_[0].box() : pieces_[0].box().merged(pieces_[1].box());
  }
  /// Four parts of a piece of this curved panel, cut at the middles of its sides. Their bulge is a
  /// quarter.
  std::array<Piece, 4> split(const Piece& piece) const;

  const std::optional<CurvedPanel>& curved() const { return curved_; }

 private:
  std::optional<CurvedPanel> curved_;
  std::array<Piece, 2> pieces_;
  int count_;
};

/// A tree of the boxes of all panels.
BoxTree<Index> panel_tree(const Surface& surface);

}  // namespace febem::mesh
