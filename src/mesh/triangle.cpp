// Two triangles, or a segment and a triangle, are nearest at a corner of one of them or between two edges, unless they
// cross.
#include "mesh/triangle.h"

#include <algorithm>
#include <cmath>

namespace febem::mesh {
namespace {

double distance_to_segment(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 d = q - p;
  const double s = std::clamp((x - p).dot(d) / d.squaredNorm(), 0.0, 1.0);
  return (p + s * d - x).norm();
}

// Distance of two segments: of their lines if the feet of the common perpendicular lie within both, else from an end.
double distance_of_segments(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const Vec3 d = q - p, e = s - r, n = d.cross(e), w = r - p;
  const double square = n.squaredNorm(), along_d = w.cross(e).dot(n), along_e = w.cross(d).dot(n);
  constexpr double parallel = 1e-24;  // squared sine; the ends serve where the feet would be lost in rounding
  if (square > parallel * d.squaredNorm() * e.squaredNorm() && along_d >= 0 && along_d <= square &&
      along_e >= 0 && along_e <= square)
    return std::abs(w.dot(n)) / std::sqrt(square);
  return std::min({distance_to_segment(p, q, r), distance_to_segment(p, q, s), distance_to_segment(r, s, p),
                   distance_to_segment(r, s, q)});
}

// Whether the ends lie on opposite sides of the plane and the line passes through the triangle. A segment in the plane does not pierce
// it: its distance is that of an end or of an edge, and the sides of its line are rounding noise.
bool pierces(const Triangle& t, const Vec3& p, const Vec3& q) {
  constexpr double in_plane = 1e-9;  // height over length, well above rounding and below what counts as contact
  const Vec3 n = (t.b - t.a).cross(t.c - t.a).normalized();
  const double at_p = n.dot(p - t.a), at_q = n.dot(q - t.a);
  if (at_p * at_q > 0 || std::max(std::abs(at_p), std::abs(at_q)) <= in_plane * (q - p).norm()) return false;
  const auto side = [&](const Vec3& x, const Vec3& y) { return (q - p).dot((x - p).cross(y - p)); };
  const double ab = side(t.a, t.b), bc = side(t.b, t.c), ca = side(t.c, t.a);
  return (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);
}

}  // namespace

double distance(const Triangle& t, const Vec3& x) {
  const Vec3 n = (t.b - t.a).cross(t.c - t.a);
  const auto within = [&](const Vec3& p, const Vec3& q) { return n.dot((q - p).cross(x - p)) >= 0; };
  if (within(t.a, t.b) && within(t.b, t.c) && within(t.c, t.a)) return std::abs(n.dot(x - t.a)) / n.norm();
  return std::min({distance_to_segment(t.a, t.b, x), distance_to_segment(t.b, t.c, x), distance_to_segment(t.c, t.a, x)});
}

double distance(const Triangle& t, const Vec3& p, const Vec3& q) {
  if (pierces(t, p, q)) return 0;
  return std::min({distance(t, p), distance(t, q), distance_of_segments(t.a, t.b, p, q),
                   distance_of_segments(t.b, t.c, p, q), distance_of_segments(t.c, t.a, p, q)});
}

double distance(const Triangle& s, const Triangle& t) {
  return std::min({distance(t, s.a, s.b), distance(t, s.b, s.c), distance(t, s.c, s.a), distance(s, t.a, t.b),
                   distance(s, t.b, t.c), distance(s, t.c, t.a)});
}

}  // namespace febem::mesh
