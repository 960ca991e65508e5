// Solid angle of a triangle whose corners are seen in the directions a, b, c (Van Oosterom and Strackee 1983):
//   tan(Omega / 2) = a.(b x c) / (1 + a.b + b.c + c.a)
#include "mesh/inside.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/types.h"

namespace febem::mesh {
namespace {

struct Triangle {
  Vec3 a, b, c;
};

/// Calls visit(triangle) for the one or two triangles of a panel.
template <class Visit>
void triangles(const Surface& surface, const Panel& panel, Visit&& visit) {
  for (int i = 1; i + 1 < panel.vertex_count; ++i)
    visit(Triangle{surface.points[panel.vertices[0]], surface.points[panel.vertices[static_cast<std::size_t>(i)]],
                   surface.points[panel.vertices[static_cast<std::size_t>(i) + 1]]});
}

/// Positive if x sees the back: from inside, with an outward normal.
double solid_angle(const Triangle& t, const Vec3& x) {
  const Vec3 a = (t.a - x).normalized(), b = (t.b - x).normalized(), c = (t.c - x).normalized();
  return 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

double distance_to_segment(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 d = q - p;
  const double s = std::clamp((x - p).dot(d) / d.squaredNorm(), 0.0, 1.0);
  return (p + s * d - x).norm();
}

/// To the plane where the foot of the perpendicular lies within the triangle, else to the nearest edge.
double distance(const Triangle& t, const Vec3& x) {
  const Vec3 n = (t.b - t.a).cross(t.c - t.a);
  const auto within = [&](const Vec3& p, const Vec3& q) { return n.dot((q - p).cross(x - p)) >= 0; };
  if (within(t.a, t.b) && within(t.b, t.c) && within(t.c, t.a)) return std::abs(n.dot(x - t.a)) / n.norm();
  return std::min({distance_to_segment(t.a, t.b, x), distance_to_segment(t.b, t.c, x), distance_to_segment(t.c, t.a, x)});
}

}  // namespace

double winding_number(const Surface& surface, const Vec3& x) {
  double sum = 0;
  for (const auto& panel : surface.panels)
    triangles(surface, panel, [&](const Triangle& t) { sum += solid_angle(t, x); });
  return sum / (4 * core::pi);
}

Nearest nearest_panel(const Surface& surface, const Vec3& x) {
  Nearest nearest{-1, std::numeric_limits<double>::infinity()};
  for (Index j = 0; j < surface.size(); ++j)
    triangles(surface, surface.panels[j], [&](const Triangle& t) {
      if (const double here = distance(t, x); here < nearest.distance) nearest = {j, here};
    });
  return nearest;
}

}  // namespace febem::mesh
