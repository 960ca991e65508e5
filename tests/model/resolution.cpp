#include "model/resolution.h"

#include <Eigen/Geometry>

#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem;
using Catch::Matchers::Contains;

namespace {

double sides_apart(std::string_view generator, const meshes::Values& values) {
  return mesh::facing_sides(meshes::generate(generator, values).wet.surface).nearest;
}

}  // namespace

TEST_CASE("no mesh that a generator makes by default has sides too near each other, nor has a coarse one of a compact body") {
  constexpr double least = model::one_per_cent::least_sides_apart;
  for (const auto& generator : meshes::generators()) {
    INFO(generator.name);
    CHECK(sides_apart(generator.name, {}) > least);
    CHECK(sides_apart(generator.name, {{"density", 1.5}}) > least);
  }
  CHECK(sides_apart("sphere", {{"frequency", 1}}) > least);
  CHECK(sides_apart("cats_eye", {{"cells", 2}}) > least);
  CHECK(sides_apart("box", {{"panels_x", 2}, {"panels_y", 2}, {"panels_z", 2}}) > least);
}

TEST_CASE("sides that are too near each other are warned of, with what lies between and where") {
  mesh::FacingSides facing;
  CHECK(model::facing_warning(facing).empty());
  facing = {model::one_per_cent::least_sides_apart, 3, 7, false, 0.3, {1, 2, 3}};
  CHECK(model::facing_warning(facing).empty());
  facing.nearest = 0.5;
  const auto line = model::facing_warning(facing);
  CHECK_THAT(line, Contains("panel 3 at (1, 2, 3) is 0.6 m long and faces panel 7, only 0.3 m away through the body; refine"));
  CHECK(line.ends_with("\n"));
  facing.across_fluid = true;
  CHECK_THAT(model::facing_warning(facing), Contains("across the fluid"));
}
