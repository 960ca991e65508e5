// Two triangles, or a segment and a triangle, are nearest at a corner of one of them or between two
// edges, unless they cross.
#include "mesh/triangle.h"

#include <algorithm>
#include <cmath>

namespace febem::mesh {

double distance_to_segment(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 along = q - p;
  const double share = std::clamp((x - p).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (x - p - share * along).norm();
}

namespace {

// Distance of two segments: of their lines if the feet of the common perpendicular lie within both,
// else from an end.
double distance_of_segments(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const Vec3 d = q - p, e = s - r, n = d.cross(e), w = r - p;
  const double square = n.squaredNorm(), along_d = w.cross(e).dot(n), along_e = w.cross(d).dot(n);
  constexpr double parallel = 1e-16;  // squared sine; below, the ends are as near to within
                                      // rounding, and the feet lost in it
  if (square > parallel * d.squaredNorm() * e.squaredNorm() && along_d >= 0 && along_d <= square &&
      along_e >= 0 && along_e <= square)
    return std::abs(w.dot(n)) / std::sqrt(square);
  return std::min({distance_to_segment(p, q, r), distance_to_segment(p, q, s),
      distance_to_segment(r, s, p), distance_to_segment(r, s, q)});
}

// Whether the foot of x on the plane, whose normal is n, lies within the triangle.
bool is_over(const Triangle& t, const Vec3& n, const Vec3& x) {
  const auto within = [&](const Vec3& p, const Vec3& q) {
    return n.dot((q - p).cross(x - p)) >= 0;
  };
  return within(t.a, t.b) && within(t.b, t.c) && within(t.c, t.a);
}

// Whether the segment meets the plane within the triangle. Where it lies in the plane but for
// rounding, any of its points may be taken for the meeting point: within the triangle they are that
// near to it, and outside the ends and edges tell the distance.
bool pierces(const Triangle& t, const Vec3& p, const Vec3& q) {
  const Vec3 n = normal_vector(t);
  const double at_p = n.dot(p - t.a), at_q = n.dot(q - t.a);
  if (at_p * at_q > 0 || at_p == at_q) return false;
  return is_over(t, n, p + at_p / (at_p - at_q) * (q - p));
}

}  // namespace

double distance(const Triangle& t, const Vec3& x) {
  const Vec3 n = normal_vector(t);
  if (is_over(t, n, x)) return std::abs(n.dot(x - t.a)) / n.norm();
  return std::min({distance_to_segment(t.a, t.b, x), distance_to_segment(t.b, t.c, x),
      distance_to_segment(t.c, t.a, x)});
}

double distance(const Triangle& t, const Vec3& p, const Vec3& q) {
  if (pierces(t, p, q)) return 0;
  return std::min({distance(t, p), distance(t, q), distance_of_segments(t.a, t.b, p, q),
      distance_of_segments(t.b, t.c, p, q), distance_of_segments(t.c, t.a, p, q)});
}

double distance(const Triangle& s, const Triangle& t) {
  return std::min({distance(t, s.a, s.b), distance(t, s.b, s.c), distance(t, s.c, s.a),
      distance(s, t.a, t.b), distance(s, t.b, t.c), distance(s, t.c, t.a)});
}

}  // namespace febem::mesh
