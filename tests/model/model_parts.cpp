// What a case says of materials, supports and forces, in the model made of it.
#include <array>

#include "cases/case_file.h"
#include "meshes/mesh_file.h"
#include "model/model.h"
#include "support/catch.h"
#include "support/scratch.h"

using namespace febem;
using core::Complex;

namespace {

model::Model model_of(const std::string& structure, const std::string& excitation,
                    const std::string& geometry = "generator = \"sonobuoy\"\n") {
  const std::string text = "[geometry]\n" + geometry + "[fluid]\ndensity = 1000\nsound_speed = 1500\n" + structure +
                           "[[excitation]]\n" + excitation + "[frequency]\nhz = [100]\n";
  return model::build_model(cases::read_case(text, "c.toml"), ".", 1);
}

const std::string floating = "[structure]\nfree = true\n";

/// The force on all nodes together, by direction.
Eigen::Vector3cd total(const model::Model& model) {
  Eigen::Vector3cd sum = Eigen::Vector3cd::Zero();
  const auto& structure = *model.structure;
  for (core::Index node = 0; node < structure.solid().node_total(); ++node)
    for (int d = 0; d < 3; ++d)
      if (const auto dof = structure.dof(node, d); dof >= 0) sum[d] += model.force[dof];
  return sum;
}

}  // namespace

TEST_CASE("a material of the case replaces the generator's, whole, in its regions alone") {
  const auto usual = model_of(floating, "kind = \"plane_wave\"\namplitude = 1\n");
  REQUIRE(usual.materials.size() >= 2);
  const auto region = usual.materials.begin()->first;
  const auto changed = model_of(floating + "[[material]]\nname = \"m\"\nyoung = 1e9\npoisson = 0.2\ndensity = 3\nloss_factor = 0.4\nregions = [\"" +
                                    region + "\"]\n",
                                "kind = \"plane_wave\"\namplitude = 1\n");
  for (const auto& [name, material] : changed.materials) {
    INFO(name);
    const auto& before = usual.materials.at(name);
    const bool same = name != region;
    CHECK(material.young == (same ? before.young : 1e9));
    CHECK(material.poisson == (same ? before.poisson : 0.2));
    CHECK(material.density == (same ? before.density : 3));
    CHECK(material.loss_factor == (same ? before.loss_factor : 0.4));
  }
}

TEST_CASE("supports of the case hold the directions they name and replace the mesh's; without any, its own hold") {
  const auto free = model_of(floating, "kind = \"plane_wave\"\namplitude = 1\n");
  CHECK(free.supports.empty());
  auto held_mesh = meshes::generate("sonobuoy", {});
  held_mesh.supports = {{"hold_xyz", {true, true, true}}, {"hold_yz", {false, true, true}}, {"hold_z", {false, false, true}}};
  const test::Scratch file("held");
  meshes::write_mesh(file.path(), held_mesh);
  const auto own = model_of("[structure]\n", "kind = \"plane_wave\"\namplitude = 1\n", "mesh = \"" + file.path() + "\"\n");
  REQUIRE(own.supports.size() == 3);
  CHECK(free.structure->dofs() - own.structure->dofs() == 6);
  const auto held = [](const std::string& nodes, const std::string& fix) {
    return "[[support]]\nnodes = \"" + nodes + "\"\nfix = [" + fix + "]\n";
  };
  const auto given = model_of("[structure]\n" + held("hold_yz", "\"x\", \"y\", \"z\"") + held("hold_xyz", "\"z\", \"x\", \"y\"") +
                                  held("hold_z", "\"z\", \"x\""),
                              "kind = \"plane_wave\"\namplitude = 1\n");
  REQUIRE(given.supports.size() == 3);
  CHECK(given.supports[0].node_set == "hold_yz");
  CHECK(given.supports[0].fixed == std::array<bool, 3>{true, true, true});
  CHECK(given.supports[1].node_set == "hold_xyz");
  CHECK(given.supports[1].fixed == std::array<bool, 3>{true, true, true});
  CHECK(given.supports[2].fixed == std::array<bool, 3>{true, false, true});
  CHECK(free.structure->dofs() - given.structure->dofs() == 8);
  const auto& nodes = given.structure->solid().node_sets.at("hold_z");
  REQUIRE(nodes.size() == 1);
  CHECK(given.structure->dof(nodes[0], 0) < 0);
  CHECK(given.structure->dof(nodes[0], 1) >= 0);
  CHECK(given.structure->dof(nodes[0], 2) < 0);
}

TEST_CASE("a force has its size, direction and phase whatever the length of its direction, and forces add") {
  const auto free = model_of(floating, "kind = \"plane_wave\"\namplitude = 1\n");
  CHECK(free.force.norm() == 0);
  REQUIRE_FALSE(free.structure->solid().node_sets.empty());
  const auto nodes = free.structure->solid().node_sets.begin()->first;
  const std::string one = "kind = \"force\"\nnodes = \"" + nodes + "\"\ndirection = [0, 3, 4]\namplitude = 10\nphase = 90\n";
  const auto once = total(model_of(floating, one));
  CHECK((once - Eigen::Vector3cd(0, Complex(0, 6), Complex(0, 8))).norm() < 1e-12);
  const auto twice = total(model_of(floating, one + "[[excitation]]\n" + one));
  CHECK((twice - 2 * once).norm() < 1e-12);
}
