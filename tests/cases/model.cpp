// The model made of a case: what the case says of materials, supports and forces; how evenly the
// work on the structure falls to ranks, counted from the sizes of fronts, before any number is
// known; and how finely the mesh resolves what is thin.
#include "cases/model.h"

#include <Eigen/Geometry>

#include "cases/case_file.h"
#include "cases/resolution.h"
#include "driver/structural_system.h"
#include "meshes/generator.h"
#include "meshes/mesh_file.h"
#include "support/assembled.h"
#include "support/catch.h"
#include "support/scratch.h"

using core::Complex;

namespace {

const std::string plane_wave = "kind = \"plane_wave\"\namplitude = 1\n";

cases::Model model_of(const std::string& structure, const std::string& excitation = plane_wave,
    const std::string& geometry = "generator = \"sonobuoy\"\n", int ranks = 1) {
  const std::string text = "[geometry]\n" + geometry +
                           "[fluid]\ndensity = 1000\nsound_speed = 1500\n" + structure +
                           "[[excitation]]\n" + excitation + "[frequency]\nhz = [100]\n";
  return cases::build_model(cases::read_case(text, "c.toml"), ".", ranks);
}

cases::Model shell_model(
    const std::string& structure, const std::string& excitation = plane_wave, int ranks = 1) {
  return model_of(structure, excitation, "generator = \"shell\"\ncells = 2\n", ranks);
}

const std::string floating = "[structure]\nfree = true\n";

/// The force on all nodes together, by direction.
Eigen::Vector3cd total(const cases::Model& model) {
  Eigen::Vector3cd sum = Eigen::Vector3cd::Zero();
  const auto& structure = *model.structure;
  for (core::Index node = 0; node < structure.solid().node_total(); ++node)
    for (int d = 0; d < 3; ++d)
      if (const auto dof = structure.dof(node, d); dof >= 0) sum[d] += model.force(dof, 0);
  return sum;
}

/// Complex multiply-adds of stage 1, element matrices left out: of all fronts, and of those that
/// wait for each other on so many ranks.
struct Work {
  double all = 0, longest = 0;
};

Work work(const common::ElementSystem& system, int ranks) {
  const auto tree = elimination_tree(system, ranks);
  Work work;
  std::vector<double> ready(ranks, 0), done(tree.nodes.size(), 0);  // by rank, by node
  std::vector<la::Index> order;
  for (la::Index v = 0; v < std::ssize(tree.nodes); ++v)
    if (!tree.nodes[v].is_shared()) order.push_back(v);
  order.insert(order.end(), tree.shared.begin(), tree.shared.end());
  for (const auto v : order) {
    const auto& node = tree.nodes[v];
    const double p = std::ssize(node.eliminated), others = std::ssize(node.others);
    const double of_node = p * p * p / 6 + p * p * others / 2 + p * others * others / 2;
    double begin = ready[node.rank];
    for (const auto child : node.children) begin = std::max(begin, done[child]);
    done[v] = ready[node.rank] = begin + of_node;
    work.all += of_node;
    work.longest = std::max(work.longest, done[v]);
  }
  return work;
}

double sides_apart(std::string_view generator, const meshes::Values& values) {
  return mesh::facing_sides(meshes::generate(generator, values).wet.surface).nearest;
}

}  // namespace

TEST_CASE("a structure without supports must say that it floats") {
  CHECK_THROWS_WITH(shell_model("[structure]\n"),
      "c.toml:7: key 'structure.free': the structure has no [[support]]; if it floats, say free = "
      "true");
  CHECK(shell_model(floating).structure->dofs() > 0);
}

TEST_CASE("names of the mesh are checked, with the nearest") {
  CHECK_THROWS_WITH(shell_model(floating, "kind = \"pressure\"\nfaces = \"iner\"\namplitude = 1\n"),
      Contains("key 'excitation.faces'") && Contains("did you mean 'inner'"));
  CHECK_THROWS_WITH(
      shell_model("[structure]\n[[support]]\nnodes = \"nowhere\"\nfix = [\"x\"]\n", plane_wave),
      Contains("unknown node set 'nowhere'"));
}

TEST_CASE(
    "the structural system is the structure's elements in the order of elimination, and what they "
    "cost") {
  auto model = shell_model(floating);
  const double omega = 700;
  const auto floating = driver::element_system(model, omega);
  REQUIRE(floating.motions == &model.motions);
  REQUIRE(floating.motions->count() == 6);
  for (core::Index position = 0; position < floating.elements(); position += 5) {
    const auto element = model.order[static_cast<std::size_t>(position)];
    const auto& s = *model.structure;
    CHECK(floating.dofs[static_cast<std::size_t>(position)] ==
          fem::element_unknowns(s, model.motions, element));
    CHECK(floating.matrix(position) == fem::unknowns_matrix(s, model.motions, element, omega));
    CHECK(floating.matrix_flops(position) ==
          s.dynamic_stiffness_flops(element) + 2 * 60 * 60 * 6 + 2 * 60 * 6 * 6);
  }
  model.motions = {};
  const auto system = driver::element_system(model, omega);
  CHECK(system.motions == nullptr);
  REQUIRE(system.elements() == model.structure->solid().element_total());
  for (core::Index position = 0; position < system.elements(); position += 5) {
    const auto element = model.order[static_cast<std::size_t>(position)];
    CHECK(
        system.dofs[static_cast<std::size_t>(position)] == model.structure->element_dofs(element));
    CHECK(system.matrix(position) == test::dynamic_stiffness(*model.structure, element, omega));
    CHECK(system.matrix_flops(position) == model.structure->dynamic_stiffness_flops(element));
  }
}

TEST_CASE("matrices that do not fit are refused, but not where there are none") {
  const auto sphere = cases::read_case(
      "[geometry]\ngenerator = \"sphere\"\nfrequency = 100\n[fluid]\ndensity = 1000\nsound_speed = "
      "1500\n"
      "[[excitation]]\n" +
          plane_wave + "[frequency]\nhz = [100]\n",
      "c.toml");
  CHECK_THROWS_WITH(cases::build_model(sphere, ".", 1),
      Contains("200000 panels on 1 rank would take 1.28 TB of memory"));
  CHECK(cases::build_model(sphere, ".", 1, cases::Matrices::modelled).wet.surface.size() == 200000);
}

TEST_CASE("more ranks than panels are refused") {
  CHECK_THROWS_WITH(
      shell_model(floating, plane_wave, 97), Contains("96 panels cannot be shared by 97 ranks"));
}

TEST_CASE("a material of the case replaces the generator's, whole, in its regions alone") {
  const auto usual = model_of(floating);
  REQUIRE(usual.materials.size() >= 2);
  const auto region = usual.materials.begin()->first;
  const auto changed = model_of(floating +
                                    "[[material]]\nname = \"m\"\nyoung = 1e9\npoisson = "
                                    "0.2\ndensity = 3\nloss_factor = 0.4\nregions = [\"" +
                                    region + "\"]\n",
      plane_wave);
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

TEST_CASE(
    "supports of the case hold the directions they name and replace the mesh's; without any, its "
    "own hold") {
  const auto free = model_of(floating);
  CHECK(free.supports.empty());
  auto held_mesh = meshes::generate("sonobuoy", {});
  held_mesh.supports = {{"hold_xyz", {true, true, true}}, {"hold_yz", {false, true, true}},
      {"hold_z", {false, false, true}}};
  const Scratch file("held");
  meshes::write_mesh(file.path(), held_mesh);
  const auto own = model_of("[structure]\n", plane_wave, "mesh = \"" + file.path() + "\"\n");
  REQUIRE(own.supports.size() == 3);
  CHECK(free.structure->dofs() - own.structure->dofs() == 6);
  const auto held = [](const std::string& nodes, const std::string& fix) {
    return "[[support]]\nnodes = \"" + nodes + "\"\nfix = [" + fix + "]\n";
  };
  const auto given =
      model_of("[structure]\n" + held("hold_yz", "\"x\", \"y\", \"z\"") +
                   held("hold_xyz", "\"z\", \"x\", \"y\"") + held("hold_z", "\"z\", \"x\""),
          plane_wave);
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

TEST_CASE(
    "a force has its size, direction and phase whatever the length of its direction, and forces "
    "add") {
  const auto free = model_of(floating);
  CHECK(free.force.norm() == 0);
  REQUIRE_FALSE(free.structure->solid().node_sets.empty());
  const auto nodes = free.structure->solid().node_sets.begin()->first;
  const std::string one = "kind = \"force\"\nnodes = \"" + nodes +
                          "\"\ndirection = [0, 3, 4]\namplitude = 10\nphase = 90\n";
  const auto once = total(model_of(floating, one));
  CHECK((once - Eigen::Vector3cd(0, Complex(0, 6), Complex(0, 8))).norm() < 1e-12);
  const auto twice = total(model_of(floating, one + "[[excitation]]\n" + one));
  CHECK((twice - 2 * once).norm() < 1e-12);
}

TEST_CASE("the sonobuoy's ranks have about the same to eliminate, and little after that") {
  const auto model = model_of(floating);
  const auto system = driver::element_system(model, 1.0);
  const double whole = work(system, 1).all;
  CHECK(whole < 1.0e9);
  for (const auto& [ranks, part] : {std::pair{1, 1.0}, {2, 0.66}, {3, 0.66}, {4, 0.5}}) {
    INFO(ranks << " ranks");
    CHECK(work(system, ranks).longest <= part * whole);
  }
}

TEST_CASE(
    "no mesh that a generator makes by default has sides too near each other, nor has a coarse one "
    "of a compact body") {
  constexpr double least = cases::one_per_cent::least_sides_apart[0];
  for (const auto& generator : meshes::generators()) {
    INFO(generator.name);
    // Plates as thin and edges as sharp as the benchmark has them, for elements of order 2.
    if (generator.name.starts_with("betssi")) continue;
    CHECK(sides_apart(generator.name, {}) > least);
    CHECK(sides_apart(generator.name, {{"density", 1.5}}) > least);
  }
  CHECK(sides_apart("sphere", {{"frequency", 1}}) > least);
  CHECK(sides_apart("cats_eye", {{"cells", 2}}) > least);
  CHECK(sides_apart("box", {{"panels_x", 2}, {"panels_y", 2}, {"panels_z", 2}}) > least);
}

TEST_CASE("sides that are too near each other are warned of, with what lies between and where") {
  mesh::FacingSides facing;
  CHECK(cases::facing_warning(facing).empty());
  facing = {cases::one_per_cent::least_sides_apart[0], 3, 7, false, 0.3, {1, 2, 3}};
  CHECK(cases::facing_warning(facing).empty());
  facing.nearest = 0.5;
  const auto line = cases::facing_warning(facing);
  CHECK_THAT(line, Contains("panel 3 at (1, 2, 3) is 0.6 m long and faces panel 7, only 0.3 m away "
                            "through the body; refine"));
  CHECK(line.ends_with("\n"));
  facing.across_fluid = true;
  CHECK_THAT(cases::facing_warning(facing), Contains("across the fluid"));
  // Orders 1 and 2 bear sides that are nearer.
  for (const int order : {1, 2}) {
    CHECK(cases::facing_warning(facing, order).empty());
    auto nearer = facing;
    nearer.nearest = 0.99 * cases::one_per_cent::least_sides_apart[static_cast<std::size_t>(order)];
    CHECK_THAT(cases::facing_warning(nearer, order, "with order 1 or 2 "),
        Contains("Warning: with order 1 or 2 panel 3 at"));
  }
}
