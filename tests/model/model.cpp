#include "cases/case_file.h"
#include "model/model.h"

#include "driver/structural_system.h"
#include "support/catch.h"

using namespace febem;
using Catch::Matchers::Contains;

namespace {

model::Model shell_model(const std::string& structure, const std::string& excitation, int ranks = 1) {
  const std::string text = "[geometry]\ngenerator = \"shell\"\ncells = 2\n[fluid]\ndensity = 1000\nsound_speed = 1500\n" +
                           structure + "[[excitation]]\n" + excitation + "[frequency]\nhz = [100]\n";
  return model::build_model(cases::read_case(text, "c.toml"), ".", ranks);
}

const std::string plane_wave = "kind = \"plane_wave\"\namplitude = 1\n";

}  // namespace

TEST_CASE("a structure without supports must say that it floats") {
  CHECK_THROWS_WITH(shell_model("[structure]\n", plane_wave),
                    "c.toml:7: key 'structure.free': the structure has no [[support]]; if it floats, say free = true");
  CHECK(shell_model("[structure]\nfree = true\n", plane_wave).structure->dofs() > 0);
}

TEST_CASE("names of the mesh are checked, with the nearest") {
  CHECK_THROWS_WITH(shell_model("[structure]\nfree = true\n", "kind = \"pressure\"\nfaces = \"iner\"\namplitude = 1\n"),
                    Contains("key 'excitation.faces'") && Contains("did you mean 'inner'"));
  CHECK_THROWS_WITH(shell_model("[structure]\n[[support]]\nnodes = \"nowhere\"\nfix = [\"x\"]\n", plane_wave),
                    Contains("unknown node set 'nowhere'"));
}

TEST_CASE("the structural system is the structure's elements in the order of elimination, and what they cost") {
  auto model = shell_model("[structure]\nfree = true\n", plane_wave);
  const double omega = 700;
  const auto floating = driver::element_system(model, omega);
  REQUIRE(floating.motions == &model.motions);
  REQUIRE(floating.motions->count() == 6);
  for (core::Index position = 0; position < floating.elements(); position += 5) {
    const auto element = model.order[static_cast<std::size_t>(position)];
    const auto& s = *model.structure;
    CHECK(floating.dofs[static_cast<std::size_t>(position)] == fem::element_unknowns(s, model.motions, element));
    CHECK(floating.matrix(position) == fem::unknowns_matrix(s, model.motions, element, omega));
    CHECK(floating.matrix_flops(position) == s.dynamic_stiffness_flops(element) + 2 * 60 * 60 * 6 + 2 * 60 * 6 * 6);
  }
  model.motions = {};
  const auto system = driver::element_system(model, omega);
  CHECK(system.motions == nullptr);
  REQUIRE(system.elements() == model.structure->solid().element_total());
  for (core::Index position = 0; position < system.elements(); position += 5) {
    const auto element = model.order[static_cast<std::size_t>(position)];
    CHECK(system.dofs[static_cast<std::size_t>(position)] == model.structure->element_dofs(element));
    CHECK(system.matrix(position) == model.structure->dynamic_stiffness(element, omega));
    CHECK(system.matrix_flops(position) == model.structure->dynamic_stiffness_flops(element));
  }
}

TEST_CASE("matrices that do not fit are refused, but not where there are none") {
  const auto sphere = cases::read_case("[geometry]\ngenerator = \"sphere\"\nfrequency = 100\n[fluid]\ndensity = 1000\nsound_speed = 1500\n"
                                       "[[excitation]]\n" + plane_wave + "[frequency]\nhz = [100]\n", "c.toml");
  CHECK_THROWS_WITH(model::build_model(sphere, ".", 1), Contains("200000 panels on 1 rank would take 1.28 TB of memory"));
  CHECK(model::build_model(sphere, ".", 1, model::Matrices::modelled).wet.surface.size() == 200000);
}

TEST_CASE("more ranks than panels are refused") {
  CHECK_THROWS_WITH(shell_model("[structure]\nfree = true\n", plane_wave, 97),
                    Contains("96 panels cannot be shared by 97 ranks"));
}
