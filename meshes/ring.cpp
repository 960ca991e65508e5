// A free-flooded ring about the z axis: a tube of bricks, wet inside and outside.
#include "core/error.h"
#include "meshes/disc.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

constexpr std::array ring_parameters{
    Parameter{"inner_radius", "m", 0.045, 1e-6, 1e6, false, "inner radius"},
    Parameter{"outer_radius", "m", 0.055, 1e-6, 1e6, false, "outer radius"},
    Parameter{"height", "m", 0.05, 1e-6, 1e6, false, "length along z, about z = 0"},
    Parameter{"around", "1", 32, 8, 1024, true, "bricks around, a multiple of 4", 4},
    Parameter{"along", "1", 4, 1, 1000, true, "bricks along z", 1},
    Parameter{"through", "1", 1, 1, 100, true, "bricks through the wall", 1}, split_parameter,
    join_parameter, triangles_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 1> ring_materials{{{"ring", "ceramic"}}};

MeshSize size_of_ring(const Values& values) {
  const double around = values.at("around"), along = values.at("along"),
               through = values.at("through"), section = along * through;
  return {around * (4 * section + 3 * (along + through) + 2), around * section,
      2 * around * (along + through)};
}

Generated generate_ring(const Values& values) {
  const double inner = values.at("inner_radius"), outer = values.at("outer_radius"),
               height = values.at("height");
  if (!(inner < outer))
    throw core::InputError("mesh 'ring': inner_radius must be less than outer_radius");
  const DiscMap map(0.56 * inner, inner);
  const int along = whole(values, "along"), through = whole(values, "through");
  std::vector<double> levels;
  for (int part = 0; part <= through; ++part)
    levels.push_back(map.level(inner + (outer - inner) * part / through));
  BrickBuilder builder(map, {1, 1, height});
  auto& sets = builder.solid.face_sets;
  for (const auto& [corners, ring] : disc_cells(whole(values, "around"), levels)) {
    if (ring == 0) continue;
    for (int layer = 0; layer < along; ++layer) {
      std::array<mesh::Vec3, 8> brick;
      for (int i = 0; i < 8; ++i)
        brick[i] << corners[i % 4], height * ((layer + i / 4) / double(along) - 0.5);
      const auto element = builder.add(brick, "ring");
      if (ring == 1) sets["inner"].push_back({element, 0});
      if (ring == through) sets["outer"].push_back({element, 1});
    }
  }
  return {.solid = std::move(builder.solid)};
}

}  // namespace

extern const Generator ring_generator{"ring", "free-flooded ring of 20-node bricks",
    ring_parameters, size_of_ring, generate_ring, ring_materials};

}  // namespace febem::meshes
