#include "mesh/edges.h"

#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"

using mesh::EdgeWalk;
using mesh::Surface;
using mesh::Vec3;

TEST_CASE("every edge of a closed surface is found once, with the panels that walk it both ways") {
  const auto surface = meshes::generate("cylinder", {{"around", 8}, {"stations", 4}}).wet.surface;
  std::size_t edges = 0;
  mesh::for_each_edge(mesh::edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
    ++edges;
    REQUIRE(walks.size() == 2);
    CHECK(walks[0].panel < walks[1].panel);
    CHECK(walks[0].tail == walks[1].head);
    CHECK(walks[0].head == walks[1].tail);
    for (const auto& walk : walks) {
      const auto& panel = surface.panels[walk.panel];
      const auto at = std::ranges::find(panel.corners(), walk.tail) - panel.corners().begin();
      CHECK(panel.next(static_cast<int>(at)) == walk.head);
    }
  });
  // Euler: V - E + F = 2.
  CHECK(edges == surface.points.size() + surface.panels.size() - 2);
}

TEST_CASE(
    "the normal turns by 45 degrees between eight panels around, by 90 at an end, by none in it") {
  const auto surface = meshes::generate("cylinder", {{"around", 8}, {"stations", 4}}).wet.surface;
  std::map<int, int> turns;  // degrees -> edges
  mesh::for_each_edge(mesh::edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
    ++turns[static_cast<int>(
        std::lround(mesh::turn(surface, walks[0].panel, walks[1].panel) * 180 / core::pi))];
  });
  CHECK(turns.size() == 3);
  CHECK(turns[90] == 16);
  CHECK(turns[45] == 8 * 4);
}

TEST_CASE("the normal turns the other way where a body is concave") {
  const auto surface = meshes::generate("cats_eye", {{"cells", 3}}).wet.surface;
  int concave = 0, convex = 0;
  mesh::for_each_edge(mesh::edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
    const double turn = mesh::turn(surface, walks[0].panel, walks[1].panel);
    CHECK(turn == Approx(mesh::turn(surface, walks[1].panel, walks[0].panel)));
    // Three edges of six panels each within the mouth; its rim.
    concave += turn < -1.5;
    convex += turn > 1;
  });
  CHECK(concave == 3 * 6);
  CHECK(convex == 3 * 6);
}

namespace {

/// A box whose square top and bottom have edges of length 1: the sides have the size sqrt(height).
Surface tower(double height) { return test::boxes({{{0, 0, 0}, {1, 1, height}}}); }

/// A roof of two strips along y that meet at x = 0, the right one `width` wide; the normals differ
/// by `degrees`.
Surface roof(double degrees, double width) {
  const double a = degrees / 2 * core::pi / 180;
  Surface s;
  s.regions = {"wet"};
  s.points = {{0, 0, 0}, {0, 1, 0}, {-std::cos(a), 1, -std::sin(a)},
      {-std::cos(a), 0, -std::sin(a)}, {width * std::cos(a), 1, -width * std::sin(a)},
      {width * std::cos(a), 0, -width * std::sin(a)}};
  s.panels = {{{0, 1, 2, 3}, 4, 0}, {{0, 5, 4, 1}, 4, 0}};
  measure(s);
  return s;
}

}  // namespace

TEST_CASE("a size jumps by more than a factor of three, either way") {
  CHECK(mesh::size_jumps(tower(1)).edges == 0);
  CHECK(mesh::size_jumps(tower(1)).worst == 1);
  CHECK(mesh::size_jumps(tower(8.9)).edges == 0);
  CHECK(mesh::size_jumps(tower(9.1)).edges ==
        8);  // around the bottom and the top; the sides are alike
  CHECK(mesh::size_jumps(tower(1 / 9.1)).edges == 8);
  CHECK(mesh::size_jumps(tower(16)).worst == Approx(4));
  CHECK(mesh::size_jumps(tower(1. / 16)).worst == Approx(4));
}

TEST_CASE("the worst jump is named with its panels and its place") {
  auto s = tower(16);
  for (auto& x : s.points)
    if (x.z() == 16) x.x() *= 0.25;  // the top shrinks to 1/4 m^2, the sides by less
  measure(s);
  const auto jumps = mesh::size_jumps(s);
  CHECK(jumps.small == 1);
  CHECK(jumps.where.z() == Approx(16));
  CHECK(jumps.worst == Approx(std::sqrt(s.areas[jumps.large] / 0.25)));
  CHECK(s.normals[jumps.large].x() > 0.9);  // the leaning side, the largest
}

TEST_CASE(
    "an edge is sharp where the normals differ by more than 30 degrees, whether it is a ridge or a "
    "valley") {
  for (const double sign : {1., -1.}) {
    CHECK(mesh::size_jumps(roof(sign * 29, 16)).edges == 0);
    CHECK(mesh::size_jumps(roof(sign * 31, 16)).edges == 1);
    CHECK(mesh::size_jumps(roof(sign * 31, 16)).worst == Approx(4));
    CHECK(mesh::size_jumps(roof(sign * 120, 16)).edges == 1);
    CHECK(mesh::size_jumps(roof(sign * 120, 4)).edges == 0);
  }
}
