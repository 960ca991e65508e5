// The flat triangles of a panel, and distances between triangles.
#pragma once

#include "mesh/surface.h"

namespace febem::mesh {

struct Triangle {
  Vec3 a, b, c;  ///< m
};

/// Normal of a triangle. Its length is twice the area, m^2.
inline Vec3 normal_vector(const Triangle& t) { return (t.b - t.a).cross(t.c - t.a); }

/// Calls visit(triangle) for the one or two triangles of a panel. A quadrilateral is cut from its first vertex to its
/// third, so that neighbours meet without gaps even if it is warped.
template <class Visit>
void triangles(const Surface& surface, const Panel& panel, Visit&& visit) {
  for (int i = 1; i + 1 < panel.vertex_count; ++i)
    visit(Triangle{surface.points[panel.vertices[0]], surface.points[panel.vertices[static_cast<std::size_t>(i)]],
                   surface.points[panel.vertices[static_cast<std::size_t>(i) + 1]]});
}

/// Distance from a point to a triangle, m.
double distance(const Triangle& t, const Vec3& x);

/// Distance of the segment p q from a triangle, m. 0 if the segment pierces the triangle.
double distance(const Triangle& t, const Vec3& p, const Vec3& q);

/// Distance of two triangles, m. 0 if they cross.
double distance(const Triangle& s, const Triangle& t);

}  // namespace febem::mesh
