#include "mesh/facing.h"

#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"

using mesh::Surface;
using mesh::Vec3;

namespace {

Surface one_box(const Vec3& size) { return test::boxes({{Vec3::Zero(), size}}); }

/// Two cubes with edges of length 1, one above the other.
Surface two_cubes(double gap) {
  return test::boxes({{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 1 + gap}, {1, 1, 2 + gap}}});
}

/// A long prism along y whose cross section is a triangle with this angle at the origin; its sides
/// are one panel each.
Surface wedge(double degrees) {
  const double a = degrees / 2 * core::pi / 180;
  Surface s;
  s.regions = {"wet"};
  for (const double y : {0., 10.})
    for (const double side : {0., 1., -1.})
      s.points.emplace_back(side == 0 ? 0 : std::cos(a), y, side * std::sin(a));
  s.panels = {{{0, 1, 4, 3}, 4, 0}, {{0, 3, 5, 2}, 4, 0}, {{1, 2, 5, 4}, 4, 0},
      {{0, 2, 1, -1}, 3, 0}, {{3, 4, 5, -1}, 3, 0}};
  measure(s);
  return s;
}

Surface surface_of(const char* generator, const meshes::Values& values) {
  return meshes::generate(generator, values).wet.surface;
}

}  // namespace

TEST_CASE("the sides of a body are apart by its thickness over the length of their panels") {
  for (const double thickness : {0.01, 0.3, 3.9}) {
    const auto facing = mesh::facing_sides(one_box({1, 1, thickness}));
    CHECK(facing.nearest == Approx(std::min(thickness, 1 / std::max(1., thickness))));
    CHECK_FALSE(facing.across_fluid);
  }
  const auto facing = mesh::facing_sides(one_box({2, 1, 0.25}));
  CHECK(facing.nearest == Approx(0.125));
  CHECK(facing.distance == Approx(0.25));
  CHECK(facing.panel == 0);
  CHECK(facing.opposite == 1);
  CHECK(facing.where.isApprox(Vec3(1, 0.5, 0)));
}

TEST_CASE("the thickness is measured in the panels of the thin place, however they are cut") {
  const auto disc = [](double length) {
    return mesh::facing_sides(surface_of(
        "cylinder", {{"radius", 1}, {"piston_radius", 0.8}, {"length", length}, {"stations", 8}}));
  };
  CHECK(disc(0.02).nearest == Approx(disc(0.01).nearest * 2));
  CHECK(disc(0.02).nearest < 0.15);
  CHECK(disc(2).nearest > 2);
}

TEST_CASE("a gap between bodies is a distance across the fluid") {
  const auto facing = mesh::facing_sides(two_cubes(0.3));
  CHECK(facing.nearest == Approx(0.3));
  CHECK(facing.across_fluid);
  CHECK(mesh::facing_sides(two_cubes(3)).nearest == Approx(1));  // the thickness of either
}

TEST_CASE(
    "curved panels are apart as they are, and flat ones with nodes between their vertices as flat "
    "ones") {
  for (const double gap : {0.004, 0.1}) {
    const auto ball =
        meshes::generate("sphere", {{"frequency", 2}}, meshes::Edges::curved).wet.surface;
    auto two = joined(ball, ball,
        (2 + gap) *
            Vec3(1, 1, 1).normalized());  // from the middle of a panel to the middle of a panel
    const auto facing = mesh::facing_sides(two);
    CHECK(facing.across_fluid);
    CHECK(facing.distance > gap - 1e-3);
    CHECK(facing.distance < gap + 0.01);
    CHECK(facing.nearest == Approx(facing.distance / mesh::longest_edge(two, facing.panel)));
    mesh::straighten(two);
    CHECK(mesh::facing_sides(two).distance > gap + 0.05);
  }
  auto slab = one_box({2, 1, 0.25});
  mesh::set_middles(slab, [](const Vec3& a, const Vec3& b) { return Vec3((a + b) / 2); });
  const auto facing = mesh::facing_sides(slab);
  CHECK(facing.nearest == Approx(0.125));
  CHECK_FALSE(facing.across_fluid);
}

TEST_CASE("what is farther away than the reach is not faced") {
  CHECK(mesh::facing_sides(one_box({1, 1, 0.99 * mesh::facing_reach})).nearest ==
        Approx(1 / (0.99 * mesh::facing_reach)));
  CHECK(std::isinf(mesh::facing_sides(surface_of("sphere", {{"frequency", 6}})).nearest));
}

TEST_CASE("the sides of an edge do not face each other, however sharp") {
  for (const double degrees : {1., 20., 60., 120.})
    CHECK(std::isinf(mesh::facing_sides(wedge(degrees)).nearest));
}
