#include "mesh/edges.h"

#include <cmath>
#include <map>

#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem;
using mesh::EdgeWalk;

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
      bool found = false;
      for (int i = 0; i < panel.vertex_count; ++i)
        found = found || (panel.vertices[i] == walk.tail && panel.vertices[(i + 1) % panel.vertex_count] == walk.head);
      CHECK(found);
    }
  });
  // Euler: V - E + F = 2.
  CHECK(edges == surface.points.size() + surface.panels.size() - 2);
}

TEST_CASE("the normal turns by 45 degrees between eight panels around, by 90 at an end, by none in it") {
  const auto surface = meshes::generate("cylinder", {{"around", 8}, {"stations", 4}}).wet.surface;
  std::map<int, int> turns;  // degrees -> edges
  mesh::for_each_edge(mesh::edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
    ++turns[static_cast<int>(std::lround(mesh::turn(surface, walks[0].panel, walks[1].panel) * 180 / core::pi))];
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

TEST_CASE("the distance from an edge is that of its nearest point") {
  mesh::Surface surface;
  surface.points = {{0, 0, 0}, {2, 0, 0}};
  const EdgeWalk edge{0, 1, 0};
  CHECK(mesh::distance(surface, edge, {1, 3, 4}) == Approx(5));
  CHECK(mesh::distance(surface, edge, {-3, 4, 0}) == Approx(5));
  CHECK(mesh::distance(surface, edge, {14, 0, -5}) == Approx(13));
}
