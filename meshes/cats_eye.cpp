// The cat's eye: a rigid sphere without the octant x, y, z > 0, whose three faces are quarter
// discs. Its edges are concave and convex and meet at right angles; every octant and every quarter
// disc is a triangle of three blocks of quadrilaterals.
#include <cmath>

#include "meshes/generator.h"
#include "meshes/on_sphere.h"
#include "meshes/patches.h"

namespace febem::meshes {
namespace {

using mesh::Vec3;

constexpr std::array cats_eye_parameters{Parameter{"radius", "m", 1, 1e-6, 1e6, false, "radius"},
    Parameter{"cells", "1", 7, 1, 300, true,
        "panels along half an edge of an octant: 30 cells^2 panels", 1},
    density_parameter};

/// A point of a triangular patch.
struct Place {
  double away;   ///< from the apex: 0 there, 1 on the opposite side
  double angle;  ///< 0 on the first side that meets at the apex, pi/2 on the second
};

Place place(const Vec3& barycentric) {
  const double away = barycentric.y() + barycentric.z();
  return {away, away > 0 ? core::pi / 2 * barycentric.z() / away : 0};
}

/// Adds a block for each corner of the triangle: between the corner, the middles of its two sides
/// and the centroid. All sides are cut into 2 n equal parts, so that patches meet. Normals are
/// those of apex, first and second corner, unless `reversed`.
template <class Position>
void add_blocks(
    Patches& patches, int n, mesh::Index region, bool reversed, const Position& position) {
  for (int corner = 0; corner < 3; ++corner) {
    const Vec3 here = Vec3::Unit(corner), next = Vec3::Unit((corner + 1) % 3),
               last = Vec3::Unit((corner + 2) % 3);
    const auto at = [&](int i, int j) {
      const double s = static_cast<double>(i) / n, t = static_cast<double>(j) / n;
      return position(place((1 - s) * (1 - t) * here + s * (1 - t) * (here + next) / 2 +
                            s * t * Vec3::Constant(1. / 3) + (1 - s) * t * (here + last) / 2));
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        patches.add({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, region, reversed);
  }
}

MeshSize size_of_cats_eye(const Values& values) {
  const double cells = values.at("cells");
  return {0, 0, 30 * cells * cells};
}

Generated generate_cats_eye(const Values& values) {
  const double radius = values.at("radius");
  const int n = whole(values, "cells");
  Generated result;
  mesh::Surface& surface = result.wet.surface;
  surface.regions = {"sphere", "mouth"};
  Patches patches(surface, 1e-7 * radius / n);
  for (int octant = 1; octant < 8; ++octant) {
    const Vec3 sign(octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1);
    add_blocks(patches, n, 0, sign.prod() < 0, [&](const Place& at) {
      const double polar = core::pi / 2 * at.away;
      const Vec3 x(std::sin(polar) * std::cos(at.angle), std::sin(polar) * std::sin(at.angle),
          std::cos(polar));
      return Vec3(radius * x.cwiseProduct(sign));
    });
  }
  for (int axis = 0; axis < 3; ++axis)
    add_blocks(patches, n, 1, false, [&](const Place& at) {
      Vec3 x = Vec3::Zero();
      x[(axis + 1) % 3] = at.away * std::cos(at.angle);
      x[(axis + 2) % 3] = at.away * std::sin(at.angle);
      return Vec3(radius * x);
    });
  return result;
}

void curve_cats_eye(const Values& values, mesh::Surface& surface) {
  curve_on_sphere(surface, values.at("radius"));
}

}  // namespace

extern const Generator cats_eye_generator{"cats_eye", "rigid sphere without one octant",
    cats_eye_parameters, size_of_cats_eye, generate_cats_eye, {}, curve_cats_eye};

}  // namespace febem::meshes
