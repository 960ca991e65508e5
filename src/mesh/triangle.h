// Triangles, and distances between them.
#pragma once

#include "mesh/point.h"

namespace febem::mesh {

struct Triangle {
  Vec3 a, b, c;  ///< m
};

/// Normal of a triangle. Its length is twice the area, m^2.
inline Vec3 normal_vector(const Triangle& t) { return (t.b - t.a).cross(t.c - t.a); }

/// Distance from x to the segment p q, m.
double distance_to_segment(const Vec3& p, const Vec3& q, const Vec3& x);

/// Distance from a point to a triangle, m.
double distance(const Triangle& t, const Vec3& x);

/// Distance of the segment p q from a triangle, m. 0 if the segment pierces the triangle.
double distance(const Triangle& t, const Vec3& p, const Vec3& q);

/// Distance of two triangles, m. 0 if they cross.
double distance(const Triangle& s, const Triangle& t);

}  // namespace febem::mesh
