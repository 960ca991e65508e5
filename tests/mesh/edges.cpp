#include "mesh/edges.h"

#include <set>

#include "core/types.h"
#include "meshes/generator.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem;
using mesh::Vec3;

TEST_CASE("every edge of a closed surface is found once, with the panels that walk it both ways") {
  const auto surface = meshes::generate("cylinder", {{"around", 8}, {"stations", 4}}).wet.surface;
  const auto edges = mesh::edges(surface);
  // Euler: V - E + F = 2.
  CHECK(edges.size() == surface.points.size() + surface.panels.size() - 2);
  std::set<std::pair<core::Index, core::Index>> seen;
  for (const auto& edge : edges) {
    CHECK(edge.left < edge.right);
    CHECK(seen.insert(std::minmax({edge.tail, edge.head})).second);
    const auto walks = [&](core::Index panel, core::Index from, core::Index to) {
      const auto& [vertices, count, region] = surface.panels[panel];
      for (int i = 0; i < count; ++i)
        if (vertices[i] == from && vertices[(i + 1) % count] == to) return true;
      return false;
    };
    CHECK(walks(edge.left, edge.tail, edge.head));
    CHECK(walks(edge.right, edge.head, edge.tail));
  }
}

TEST_CASE("the normal turns by 45 degrees between eight panels around, by 90 at an end, by none in it") {
  const auto surface = meshes::generate("cylinder", {{"around", 8}, {"stations", 4}}).wet.surface;
  std::map<int, int> turns;  // degrees -> edges
  for (const auto& edge : mesh::edges(surface))
    ++turns[static_cast<int>(std::lround(mesh::turn(surface, edge) * 180 / core::pi))];
  CHECK(turns.size() == 3);
  CHECK(turns[90] == 16);
  CHECK(turns[45] == 8 * 4);
}

TEST_CASE("the distance from an edge is that of its nearest point") {
  mesh::Surface surface;
  surface.points = {{0, 0, 0}, {2, 0, 0}};
  const mesh::Edge edge{0, 1, 0, 1};
  CHECK(mesh::distance(surface, edge, {1, 3, 4}) == Approx(5));
  CHECK(mesh::distance(surface, edge, {-3, 4, 0}) == Approx(5));
  CHECK(mesh::distance(surface, edge, {14, 0, -5}) == Approx(13));
}

TEST_CASE("a body is what hangs together by edges") {
  auto surface = meshes::icosphere(1, 2);
  REQUIRE(mesh::bodies(surface).size() == 1);
  CHECK(mesh::bodies(surface)[0].panels.size() == 80);
  CHECK(mesh::bodies(surface)[0].edges.size() == 120);
  // A second one that shares a point with the first.
  const auto points = static_cast<core::Index>(surface.points.size());
  auto other = surface;
  for (const auto& x : other.points) surface.points.push_back(x + 2 * other.points[0]);
  for (auto panel : other.panels) {
    for (int i = 0; i < panel.vertex_count; ++i) panel.vertices[i] += points;
    surface.panels.push_back(panel);
  }
  for (auto& panel : surface.panels)
    for (int i = 0; i < panel.vertex_count; ++i)
      if ((surface.points[panel.vertices[i]] - other.points[0]).norm() < 1e-12) panel.vertices[i] = 0;
  mesh::measure(surface);
  const auto bodies = mesh::bodies(surface);
  REQUIRE(bodies.size() == 2);
  CHECK(bodies[0].panels.front() == 0);
  CHECK(bodies[1].panels.front() == 80);
  CHECK(bodies[1].panels.size() == 80);
  CHECK(bodies[1].edges.size() == 120);
}
