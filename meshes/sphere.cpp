// A rigid sphere of triangles, with a piston cap around +z if asked.
#include <cmath>

#include "meshes/generator.h"
#include "meshes/icosphere.h"

namespace febem::meshes {
namespace {

constexpr std::array sphere_parameters{
    Parameter{"radius", "m", 1, 1e-6, 1e6, false, "radius"},
    Parameter{"frequency", "1", 8, 1, 200, true, "parts of each edge of the icosahedron: 20 frequency^2 panels", 1},
    Parameter{"cap_angle", "deg", 0, 0, 179, false, "half angle of the region 'cap' around +z; 0 for none"}, density_parameter};

MeshSize size_of_sphere(const Values& values) {
  const double frequency = values.at("frequency");
  return {0, 0, 20 * frequency * frequency};
}

Generated generate_sphere(const Values& values) {
  const double radius = values.at("radius"), angle = values.at("cap_angle");
  const int frequency = whole(values, "frequency");
  Generated result;
  result.wet.surface = angle > 0 ? capped_sphere(radius, frequency, angle * core::pi / 180) : icosphere(radius, frequency);
  return result;
}

void curve_sphere(const Values& values, mesh::Surface& surface) {
  const double radius = values.at("radius");
  set_middles(surface, [&](const mesh::Vec3& a, const mesh::Vec3& b) { return mesh::Vec3(radius * (a + b).normalized()); });
}

}  // namespace

extern const Generator sphere_generator{
    "sphere", "rigid sphere of triangles, with a piston cap if asked", sphere_parameters, size_of_sphere, generate_sphere, {}, curve_sphere};

}  // namespace febem::meshes
