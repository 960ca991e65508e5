// Where the map of a panel has second derivatives of at most M, linear interpolation on a triangle
// of the reference plane, with the radius R of its circumcircle, has an error of at most M R^2 / 2
// if the triangle has no obtuse angle (Waldron, SIAM J. Numer. Anal. 35 (1998)).
#include "mesh/pieces.h"

#include "mesh/element_topology.h"

namespace febem::mesh {

PanelPieces::PanelPieces(const Surface& surface, Index j)
    : count_(surface.panels[j].vertex_count - 2) {
  const auto corners = reference_corners(count_ + 2);
  const auto point = [&](int v) { return surface.points[surface.panels[j].vertices[v]]; };
  for (int i = 0; i < count_; ++i)
    pieces_[i] = {
        {point(0), point(i + 1), point(i + 2)}, 0, {corners[0], corners[i + 1], corners[i + 2]}};
  if (surface.middles.empty()) return;
  curved_.emplace(surface, j);
  const double square_of_radius = count_ == 1 ? 0.5 : 2;
  for (Piece& piece : pieces_) piece.bulge = curved_->bend() * square_of_radius / 2;
}

std::array<Piece, 4> PanelPieces::split(const Piece& piece) const {
  const auto& [a, b, c] = piece.at;
  const Vector2d ab = (a + b) / 2, bc = (b + c) / 2, ca = (c + a) / 2;
  const Vec3 at_ab = curved_->at(ab).point, at_bc = curved_->at(bc).point,
             at_ca = curved_->at(ca).point;
  const double bulge = piece.bulge / 4;
  return {{{{piece.flat.a, at_ab, at_ca}, bulge, {a, ab, ca}},
      {{at_ab, piece.flat.b, at_bc}, bulge, {ab, b, bc}},
      {{at_ca, at_bc, piece.flat.c}, bulge, {ca, bc, c}},
      {{at_ab, at_bc, at_ca}, bulge, {ab, bc, ca}}}};
}

BoxTree<Index> panel_tree(const Surface& surface) {
  std::vector<BoxTree<Index>::value_type> entries;
  for (Index j = 0; j < surface.size(); ++j) {
    const auto box = PanelPieces(surface, j).box();
    entries.emplace_back(box_between(box.min(), box.max()), j);
  }
  return BoxTree<Index>(entries);
}

}  // namespace febem::mesh
