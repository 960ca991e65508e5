// A thick spherical shell of 20-node bricks on a cubed sphere; wet outside, dry inside.
#include "core/error.h"
#include "meshes/brick_builder.h"
#include "meshes/generator.h"
#include "meshes/on_sphere.h"

namespace febem::meshes {
namespace {

constexpr std::array shell_parameters{Parameter{"radius", "m", 1, 1e-6, 1e6, false, "outer radius"},
    Parameter{"thickness", "m", 0.05, 1e-9, 1e6, false, "thickness of the shell"},
    Parameter{"cells", "1", 8, 1, 100, true,
        "bricks along an edge of the cube: 6 cells^2 bricks a layer", 1},
    Parameter{"layers", "1", 1, 1, 100, true, "bricks through the thickness", 1}, split_parameter,
    join_parameter, triangles_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 1> shell_materials{{{"shell", "steel"}}};

MeshSize size_of_sphere_shell(const Values& values) {
  const double n = values.at("cells"), layers = values.at("layers");
  const double cells = 6 * n * n, corners = cells + 2, edges = 2 * cells;  // of the cubed sphere
  return {(corners + edges) * (layers + 1) + corners * layers, cells * layers, cells};
}

Generated generate_shell(const Values& values) {
  const double outer = values.at("radius"), inner = outer - values.at("thickness");
  if (!(inner > 0)) throw core::InputError("mesh 'shell': thickness must be less than radius");
  BrickBuilder builder(
      [](const mesh::Vec3& x) { return mesh::Vec3(x.cwiseAbs().maxCoeff() * cube_direction(x)); },
      mesh::Vec3::Constant(outer));
  const int n = whole(values, "cells"), layers = whole(values, "layers");
  for (int layer = 0; layer < layers; ++layer) {
    const double a = inner + (outer - inner) * layer / layers,
                 b = inner + (outer - inner) * (layer + 1) / layers;
    const auto faces = add_cube_layer(builder, n, a, b, "shell");
    if (layer == 0) builder.solid.face_sets["inner"] = opposite_faces(faces);
    if (layer == layers - 1) builder.solid.face_sets["outer"] = faces;
  }
  return {.solid = std::move(builder.solid)};
}

}  // namespace

extern const Generator shell_generator{"shell",
    "thick spherical shell of 20-node bricks, wet outside", shell_parameters, size_of_sphere_shell,
    generate_shell, shell_materials, curve_ball};

}  // namespace febem::meshes
