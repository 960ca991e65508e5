// A rigid sphere of triangles, with a piston cap around +z if asked.
#include <cmath>

#include "meshes/generator.h"
#include "meshes/icosphere.h"

namespace febem::meshes {
namespace {

constexpr std::array sphere_parameters{Parameter{"radius", "m", 1, 1e-6, 1e6, false, "radius"},
    Parameter{"frequency", "1", 8, 1, 200, true,
        "parts of each edge of the icosahedron: 20 frequency^2 panels", 1},
    Parameter{"cap_angle", "deg", 0, 0, 179, false,
        "half angle of the region 'cap' around +z; 0 for none"},
    density_parameter};

MeshSize size_of_sphere(const Values& values) {
  const double frequency = values.at("frequency");
  return {0, 0, 20 * frequency * frequency};
}

Generated generate_sphere(const Values& values) {
  const double radius = values.at("radius"), angle = values.at("cap_angle");
  const int frequency = whole(values, "frequency");
  Generated result;
  result.wet.surface = angle > 0 ? capped_sphere(radius, frequency, angle * core::pi / 180)
                                 : icosphere(radius, frequency);
  return result;
}

// Edges are arcs of great circles. Those of the cap's rim are arcs of its circle of latitude; no
// other edge has both ends there.
void curve_sphere(const Values& values, mesh::Surface& surface) {
  const double radius = values.at("radius"), angle = values.at("cap_angle") * core::pi / 180;
  const double rim = radius * std::sin(angle), height = radius * std::cos(angle);
  const auto on_rim = [&](const mesh::Vec3& x) {
    return std::abs(x.head<2>().norm() - rim) < 1e-9 * rim &&
           std::abs(x.z() - height) < 1e-9 * radius;
  };
  set_middles(surface, [&](const mesh::Vec3& a, const mesh::Vec3& b) {
    mesh::Vec3 middle = radius * (a + b).normalized();
    if (on_rim(a) && on_rim(b)) middle << rim * (a + b).head<2>().normalized(), height;
    return middle;
  });
}

}  // namespace

extern const Generator sphere_generator{"sphere",
    "rigid sphere of triangles, with a piston cap if asked", sphere_parameters, size_of_sphere,
    generate_sphere, {}, curve_sphere};

}  // namespace febem::meshes
