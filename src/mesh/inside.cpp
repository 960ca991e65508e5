// Solid angle of a triangle whose corners are seen in the directions a, b, c (Van Oosterom and
// Strackee 1983):
//   tan(Omega / 2) = a.(b x c) / (1 + a.b + b.c + c.a)
#include "mesh/inside.h"

#include <cmath>
#include <limits>
#include <ranges>

#include "core/types.h"
#include "mesh/pieces.h"

namespace febem::mesh {
namespace {

/// Positive if x sees the back: from inside, with an outward normal.
double solid_angle(const Triangle& t, const Vec3& x) {
  const Vec3 a = (t.a - x).normalized(), b = (t.b - x).normalized(), c = (t.c - x).normalized();
  return 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

/// Where x is three lengths away from the triangle and more, the part of a curved panel is seen
/// under the angle of the triangle, to within a hundredth of the full angle for all of them
/// together: neighbours that are split alike have the same chords.
double solid_angle(const PanelPieces& panel, const Piece& piece, const Vec3& x) {
  if (piece.is_flat(0) || distance(piece.flat, x) > 3 * piece.length())
    return solid_angle(piece.flat, x);
  double sum = 0;
  for (const Piece& part : panel.split(piece)) sum += solid_angle(panel, part, x);
  return sum;
}

template <class Panels>
double winding_number_of(const Surface& surface, const Panels& panels, const Vec3& x) {
  double sum = 0;
  for (const Index j : panels) {
    const PanelPieces panel(surface, j);
    for (const Piece& piece : panel.pieces()) sum += solid_angle(panel, piece, x);
  }
  return sum / (4 * core::pi);
}

}  // namespace

double winding_number(const Surface& surface, const Vec3& x) {
  return winding_number_of(surface, std::views::iota(Index{0}, surface.size()), x);
}

double winding_number(const Surface& surface, std::span<const Index> panels, const Vec3& x) {
  return winding_number_of(surface, panels, x);
}

bool encloses(const Surface& surface, const Vec3& x) { return !(winding_number(surface, x) < 0.5); }

namespace {

/// Makes `least` the distance of x from the piece, if that is less, to within a thousandth.
bool approach(const PanelPieces& panel, const Piece& piece, const Vec3& x, double& least) {
  const double here = distance(piece.flat, x);
  if (!(here - piece.bulge < least)) return false;
  if (piece.is_flat(1e-3 * here)) return here < least && (least = here, true);
  bool nearer = false;
  for (const Piece& part : panel.split(piece)) nearer = approach(panel, part, x, least) || nearer;
  return nearer;
}

}  // namespace

Nearest nearest_panel(const Surface& surface, const Vec3& x) {
  Nearest nearest{-1, std::numeric_limits<double>::infinity()};
  for (Index j = 0; j < surface.size(); ++j) {
    const PanelPieces panel(surface, j);
    for (const Piece& piece : panel.pieces())
      if (approach(panel, piece, x, nearest.distance)) nearest.panel = j;
  }
  return nearest;
}

}  // namespace febem::mesh
