#include "meshes/on_sphere.h"

#include <algorithm>
#include <cmath>

namespace febem::meshes {

using mesh::Vec3;

void curve_on_sphere(mesh::Surface& surface, double radius) {
  const auto is_on = [radius](
                         const Vec3& x) { return std::abs(x.norm() - radius) < 1e-9 * radius; };
  set_middles(surface, [&](const Vec3& a, const Vec3& b) -> Vec3 {
    if (is_on(a) && is_on(b)) return radius * (a + b).normalized();
    return (a + b) / 2;
  });
  for (mesh::Index j = 0; j < surface.size(); ++j) {
    const auto& vertices = surface.panels[j].vertices;
    Vec3& node = surface.ninth_nodes.emplace_back(middle_of_face(surface, j));
    if (std::all_of(vertices.begin(), vertices.end(),
            [&](mesh::Index v) { return is_on(surface.points[v]); }))
      node *= radius / node.norm();
  }
}

void curve_ball(const Values& values, mesh::Surface& surface) {
  if (whole(values, "triangles") != 0) return;
  const double radius = values.at("radius");
  for (Vec3& x : surface.points) x *= radius / x.norm();
  curve_on_sphere(surface, radius);
}

}  // namespace febem::meshes
