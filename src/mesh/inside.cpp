// Solid angle of a triangle whose corners are seen in the directions a, b, c (Van Oosterom and Strackee 1983):
//   tan(Omega / 2) = a.(b x c) / (1 + a.b + b.c + c.a)
#include "mesh/inside.h"

#include <cmath>
#include <limits>
#include <ranges>

#include "core/types.h"
#include "mesh/triangle.h"

namespace febem::mesh {
namespace {

/// Positive if x sees the back: from inside, with an outward normal.
double solid_angle(const Triangle& t, const Vec3& x) {
  const Vec3 a = (t.a - x).normalized(), b = (t.b - x).normalized(), c = (t.c - x).normalized();
  return 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

template <class Panels>
double winding_number_of(const Surface& surface, const Panels& panels, const Vec3& x) {
  double sum = 0;
  for (const Index j : panels) triangles(surface, surface.panels[j], [&](const Triangle& t) { sum += solid_angle(t, x); });
  return sum / (4 * core::pi);
}

}  // namespace

double winding_number(const Surface& surface, const Vec3& x) { return winding_number_of(surface, std::views::iota(Index{0}, surface.size()), x); }

double winding_number(const Surface& surface, std::span<const Index> panels, const Vec3& x) { return winding_number_of(surface, panels, x); }

bool encloses(const Surface& surface, const Vec3& x) { return !(winding_number(surface, x) < 0.5); }

Nearest nearest_panel(const Surface& surface, const Vec3& x) {
  Nearest nearest{-1, std::numeric_limits<double>::infinity()};
  for (Index j = 0; j < surface.size(); ++j)
    triangles(surface, surface.panels[j], [&](const Triangle& t) {
      if (const double here = distance(t, x); here < nearest.distance) nearest = {j, here};
    });
  return nearest;
}

}  // namespace febem::mesh
