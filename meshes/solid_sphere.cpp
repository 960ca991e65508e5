// A solid sphere of 20-node bricks: a core of cubes with bulged sides inside layers that become
// round.
//
// With s = |x|_max in the parameter space, x/s on the unit cube and e the direction there:
//   core, s <= 1:      R_c [(1 - b s) q x + b s s e]
//                      a cube at s = 0, a fraction b towards a sphere at s = 1
//   layers, 1..2:      (2 - s) core(s = 1) + (s - 1) R e
#include "meshes/brick_builder.h"
#include "meshes/generator.h"
#include "meshes/on_sphere.h"

namespace febem::meshes {
namespace {

using mesh::Vec3;

constexpr std::array solid_sphere_parameters{
    Parameter{"radius", "m", 1, 1e-6, 1e6, false, "radius"},
    Parameter{"cells", "1", 6, 1, 60, true,
        "bricks along an edge of the core: cells^3 + 6 cells^2 layers bricks", 1},
    Parameter{
        "layers", "1", 3, 1, 60, true, "layers of bricks between the core and the surface", 1},
    split_parameter, join_parameter, triangles_parameter, density_parameter};

constexpr double core_radius = 0.5;  // radius of the core
constexpr double cube_bulge = 0.5;   // b
constexpr double cube_side = 0.75;   // q: half the side of a cube about as large as the unit sphere

Vec3 in_core(const Vec3& x, double s) {
  if (s == 0) return Vec3::Zero();
  return core_radius *
         ((1 - cube_bulge * s) * cube_side * x + cube_bulge * s * s * cube_direction(x));
}

Vec3 ball(const Vec3& x, double radius) {
  const double s = x.cwiseAbs().maxCoeff();
  if (s <= 1) return radius * in_core(x, s);
  return radius * ((2 - s) * in_core(x / s, 1) + (s - 1) * cube_direction(x));
}

void add_core(BrickBuilder& builder, int n) {
  const auto at = [n](int i, int j, int k) {
    return Vec3(2. * i / n - 1, 2. * j / n - 1, 2. * k / n - 1);
  };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        builder.add(box_corners(at(i, j, k), at(i + 1, j + 1, k + 1)), "sphere");
}

constexpr std::array<DefaultMaterial, 1> solid_sphere_materials{{{"sphere", "aluminium"}}};

MeshSize size_of_solid_sphere(const Values& values) {
  const double n = values.at("cells"), layers = values.at("layers");
  const double cells = 6 * n * n, corners = cells + 2, edges = 2 * cells;  // of the cubed sphere
  const double core = std::pow(n + 1, 3) + 3 * n * std::pow(n + 1, 2);
  return {core + (corners + edges + corners) * layers, n * n * n + cells * layers, cells};
}

Generated generate_solid_sphere(const Values& values) {
  const double radius = values.at("radius");
  BrickBuilder builder([radius](const Vec3& x) { return ball(x, radius); });
  const int n = whole(values, "cells"), layers = whole(values, "layers");
  add_core(builder, n);
  for (int layer = 0; layer < layers; ++layer)
    builder.solid.face_sets["outer"] = add_cube_layer(
        builder, n, 1 + static_cast<double>(layer) / layers, 1 + (layer + 1.0) / layers, "sphere");
  return {.solid = std::move(builder.solid)};
}

}  // namespace

extern const Generator solid_sphere_generator{"solid_sphere", "solid sphere of 20-node bricks",
    solid_sphere_parameters, size_of_solid_sphere, generate_solid_sphere, solid_sphere_materials,
    curve_ball};

}  // namespace febem::meshes
