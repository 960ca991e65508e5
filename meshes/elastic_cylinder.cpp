// A closed elastic cylinder of 20-node bricks along z; part of its +z end is the wet region
// "piston".
#include <algorithm>

#include "core/error.h"
#include "meshes/cylinder_shell.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

constexpr std::array elastic_cylinder_parameters{
    Parameter{"radius", "m", 0.062, 1e-6, 1e6, false, "outer radius"},
    Parameter{"length", "m", 0.914, 1e-6, 1e6, false, "outer length"},
    Parameter{"thickness", "m", 0.005, 1e-9, 1e6, false, "thickness of barrel and ends"},
    Parameter{"piston_radius", "m", 0.046, 1e-6, 1e6, false, "radius of the wet region 'piston'"},
    Parameter{"around", "1", 16, 8, 256, true, "bricks around, a multiple of 4", 4},
    Parameter{"piston_rings", "1", 2, 1, 100, true,
        "rings of bricks between the core and the piston's edge", 1},
    Parameter{
        "back_rings", "1", 3, 2, 100, true, "rings of bricks around the core of the -z end", 1},
    Parameter{"stations", "1", 20, 2, 1000, true, "bricks along the barrel", 1}, split_parameter,
    join_parameter, triangles_parameter, density_parameter};

CylinderShell shell_of_cylinder(const Values& values) {
  CylinderShell shell{values.at("radius"), values.at("thickness"), values.at("length"),
      values.at("thickness"), whole(values, "around"), {}, whole(values, "back_rings"), {},
      std::min(2 * values.at("thickness"), values.at("length") / 2)};
  const double piston = values.at("piston_radius");
  if (!(piston < shell.radius - shell.wall))
    throw core::InputError(
        "mesh 'elastic_cylinder': piston_radius must be less than radius - thickness");
  if (!(2 * shell.wall < shell.length))
    throw core::InputError("mesh 'elastic_cylinder': thickness is too large");
  const int rings = whole(values, "piston_rings"), stations = whole(values, "stations");
  // The ring around the core is twice as wide as the others: its inner edge is the core's.
  for (int i = 1; i <= rings; ++i) shell.circles.push_back(piston * (i + 1) / (rings + 1));
  for (int k = 1; k < stations; ++k)
    shell.stations.push_back(shell.length * (static_cast<double>(k) / stations - 0.5));
  shell.layers = shell.rim_parts = at_density(1, values.at("density"));
  return shell;
}

constexpr std::array<DefaultMaterial, 1> elastic_cylinder_materials{{{"shell", "aluminium"}}};

MeshSize size_of_elastic_cylinder(const Values& values) {
  return size_of_shell(shell_of_cylinder(values));
}

Generated generate_elastic_cylinder(const Values& values) {
  const auto shell = shell_of_cylinder(values);
  const int rings = whole(values, "piston_rings");
  BrickBuilder builder(disc_map(shell), {1, 1, shell.length});
  for (const auto& [ring, face] : add_shell(builder, shell, "shell", [](int) { return "shell"; }))
    if (ring <= rings) builder.solid.face_sets["wet:piston"].push_back(face);
  return {.solid = std::move(builder.solid)};
}

}  // namespace

extern const Generator elastic_cylinder_generator{"elastic_cylinder",
    "closed cylindrical shell of 20-node bricks with a piston region", elastic_cylinder_parameters,
    size_of_elastic_cylinder, generate_elastic_cylinder, elastic_cylinder_materials};

}  // namespace febem::meshes
