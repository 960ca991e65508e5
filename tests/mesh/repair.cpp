#include "mesh/repair.h"

#include "mesh/complaint.h"
#include "mesh/curved_panel.h"
#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"

using mesh::Surface;
using mesh::Vec3;

namespace {

Surface cylinder() { return meshes::generate("cylinder", {}).wet.surface; }

/// Each panel with points of its own, each off by up to `noise` (m) in every coordinate.
Surface soup(const Surface& closed, double noise = 0) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  Surface s;
  s.regions = closed.regions;
  for (auto panel : closed.panels) {
    for (core::Index& v : panel.corners()) {
      const Vec3 off(unit(random), unit(random), unit(random));
      v = s.add(closed.points[v] + noise * off);
    }
    s.panels.push_back(panel);
  }
  return s;
}

mesh::Repaired repaired(const Surface& loose) {
  return mesh::repair(loose, mesh::merging_tolerance(loose));
}

std::string repair_complaint(const Surface& loose, double tolerance) {
  return test::complaint_of([&] { mesh::repair(loose, tolerance); });
}

void turn(mesh::Panel& panel) {
  std::swap(panel.vertices[1], panel.vertices[panel.vertex_count - 1]);
}

}  // namespace

TEST_CASE(
    "points join the nearest earlier one within the tolerance, and rows of them do not shrink to "
    "one") {
  const std::vector<Vec3> points{
      {0, 0, 0}, {0.9, 0, 0}, {1.8, 0, 0}, {2.7, 0, 0}, {1.3, 0, 0}, {9, 0, 0}, {0.6, 0.6, 0.6}};
  CHECK(mesh::merged_points(points, 1) == std::vector<core::Index>{0, 0, 2, 2, 2, 5, 6});
  CHECK(mesh::merged_points({{0, 0, 0}, {1.5, 0, 0}, {0.6, 0, 0}, {0.9, 0, 0}}, 1) ==
        std::vector<core::Index>{0, 1, 0, 1});
  CHECK(mesh::merged_points(points, 0) == std::vector<core::Index>{0, 1, 2, 3, 4, 5, 6});
  CHECK(mesh::merged_points({{1, 2, 3}, {1, 2, 3}}, 0) == std::vector<core::Index>{0, 0});
}

TEST_CASE("curved panels keep their curves") {
  for (const std::string name : {"sphere", "cats_eye"}) {
    const auto closed = meshes::generate(name, {}, meshes::Edges::curved).wet.surface;
    auto loose = soup(closed);
    loose.middles = closed.middles;
    loose.ninth_nodes = closed.ninth_nodes;
    for (std::size_t j = 0; j < loose.panels.size(); j += 3) {
      const int count = loose.panels[j].vertex_count;
      turn(loose.panels[j]);  // a b c d becomes a d c b
      std::reverse(loose.middles[j].begin(), loose.middles[j].begin() + count);
    }
    loose.panels.insert(loose.panels.begin(), loose.panels.back());
    loose.middles.insert(loose.middles.begin(), loose.middles.back());
    if (!loose.ninth_nodes.empty())
      loose.ninth_nodes.insert(loose.ninth_nodes.begin(), loose.ninth_nodes.back());
    const auto r = repaired(loose);
    CHECK(r.panels_duplicate == 1);
    REQUIRE(r.surface.size() == closed.size());
    REQUIRE(r.surface.middles.size() == closed.middles.size());
    for (core::Index j = 0; j < closed.size(); ++j) {
      const core::Index was = (j + closed.size() - 1) % closed.size();
      CHECK(mesh::CurvedPanel(r.surface, j).centre() == mesh::CurvedPanel(closed, was).centre());
      for (int v = 0; v < closed.panels[was].vertex_count; ++v) {
        const auto& panel = r.surface.panels[j];
        const Vec3 &a = r.surface.points[panel.vertices[v]], &b = r.surface.points[panel.next(v)];
        const Vec3& middle = r.surface.middles[j][v];
        CHECK((middle - a).norm() == Approx((middle - b).norm()));
        CHECK((middle - (a + b) / 2).norm() < .2 * (a - b).norm());
      }
    }
  }
}

TEST_CASE("a sound surface is left as it is") {
  const auto s = cylinder();
  const auto r = repaired(s);
  CHECK(r.points_merged + r.points_unused == 0);
  CHECK(r.panels_degenerate + r.panels_duplicate + r.quadrilaterals_cut + r.panels_turned == 0);
  CHECK(r.bodies == 1);
  CHECK(r.surface.points == s.points);
  CHECK(r.surface.areas == s.areas);
  CHECK(r.surface.regions == s.regions);
}

TEST_CASE("a soup of panels becomes the surface it was cut from, with its regions") {
  const auto s = cylinder();
  for (const double noise : {0., 1e-9, 1e-7}) {
    const auto loose = soup(s, noise);
    const auto r = repaired(loose);
    CHECK(r.surface.points.size() == s.points.size());
    CHECK(static_cast<std::size_t>(r.points_merged) == loose.points.size() - s.points.size());
    CHECK(r.panels_turned == 0);
    CHECK(r.surface.size() == s.size());
    for (core::Index j = 0; j < s.size(); ++j) {
      CHECK(r.surface.panels[j].region == s.panels[j].region);
      CHECK((r.surface.centroids[j] - s.centroids[j]).norm() <= 3 * noise);
    }
    CHECK(enclosed_volume(r.surface) == Approx(enclosed_volume(s)).epsilon(1e-4));
  }
}

TEST_CASE("panels are turned to go together, and outward in each body") {
  auto s = cylinder();
  int turned = 0;
  for (std::size_t j = 0; j < s.panels.size(); j += 3) turn(s.panels[j]), ++turned;
  auto r = repaired(s);
  CHECK(r.panels_turned == turned);
  CHECK(r.surface.normals == cylinder().normals);

  s = cylinder();
  for (auto& panel : s.panels) turn(panel);
  r = repaired(s);
  CHECK(r.panels_turned == s.size());
  CHECK(enclosed_volume(r.surface) == Approx(enclosed_volume(cylinder())));

  auto two = test::boxes({{{0, 0, 0}, {1, 1, 1}}});
  test::add_box(two, {2, 0, 0}, {3, 1, 1}, false);
  turn(two.panels[0]);
  turn(two.panels[6]);
  r = repaired(soup(two));
  CHECK(r.panels_turned == 1 + 5);
  CHECK(r.bodies == 2);
  CHECK(enclosed_volume(r.surface) == Approx(2));
}

TEST_CASE("degenerate and repeated panels and unused points are dropped") {
  Surface s;
  s.points = {{7, 7, 7}};  // unused, first: all numbers change
  add_box(s, {0, 0, 0}, {1, 1, 1});
  s.points.push_back(s.points[1]);
  s.points.emplace_back(0.5, 9, 9);
  s.panels.insert(s.panels.begin(), {{1, 9, 2, -1}, 3, 0});  // an edge
  s.panels.push_back({{1, 2, 1, 10}, 4, 0});  // two edges, and the only one with the last point
  s.panels.push_back({{4, 3, 1, 2}, 4, 0});   // the bottom, beginning elsewhere and turned
  s.panels.push_back(s.panels[2]);
  const auto r = repaired(s);
  CHECK(r.points_merged == 1);
  CHECK(r.points_unused == 2);
  CHECK(r.panels_degenerate == 2);
  CHECK(r.panels_duplicate == 2);
  CHECK(r.quadrilaterals_cut == 0);
  CHECK(r.surface.size() == 6);
  CHECK(r.surface.points.size() == 8);
  CHECK(enclosed_volume(r.surface) == Approx(1));
}

TEST_CASE("a quadrilateral of which two neighbours merge becomes a triangle, whichever they are") {
  for (int first = 0; first < 4; ++first) {
    Surface s;  // a pyramid whose apex is two points; the sides are quadrilaterals or triangles
    s.regions = {"wet"};
    s.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}, {0.5, 0.5, 1 + 1e-9}};
    s.panels = {{{0, 3, 2, 1}, 4, 0}, {{0, 1, 4, -1}, 3, 0}, {{1, 2, 4, -1}, 3, 0},
        {{2, 3, 5, -1}, 3, 0}, {{3, 0, 4, 5}, 4, 0}};
    std::rotate(s.panels[4].vertices.begin(), s.panels[4].vertices.begin() + first,
        s.panels[4].vertices.end());
    const auto r = repaired(s);
    CHECK(r.quadrilaterals_cut == 1);
    CHECK(r.surface.panels[4].vertex_count == 3);
    CHECK(enclosed_volume(r.surface) == Approx(1. / 3));
  }
}

TEST_CASE("the tolerance decides what is one point") {
  auto box = test::boxes({{{0, 0, 0}, {1, 1, 1}}});
  CHECK(mesh::merging_tolerance(box) == Approx(0.01));
  const auto loose = soup(box, 1e-3);
  CHECK_THAT(repair_complaint(loose, 1e-4), Contains("24 edges have a panel on one side only"));
  CHECK(repair_complaint(loose, 4e-3).empty());
  CHECK_THAT(repair_complaint(loose, 2), Contains("no panels"));
  // Edges that are degenerate say nothing of the size of the others.
  box.points.emplace_back(1e-8, 0, 0);
  box.panels.push_back({{0, 8, 1, -1}, 3, 0});
  CHECK(mesh::merging_tolerance(box) == Approx(0.01));
  CHECK(repaired(box).panels_degenerate == 1);
}

TEST_CASE("what cannot be closed is refused with how many edges are open and the first") {
  const auto box = test::boxes({{{0, 0, 0}, {1, 1, 1}}});
  auto open = box;
  open.panels.pop_back();
  CHECK_THAT(repair_complaint(soup(open), 1e-6),
      Contains("4 edges have a panel on one side only, first panel 0 from (1, 1, 0) to (1, 0, 0)"));

  auto wall = box;  // from edge to edge through the box
  wall.panels.push_back({{0, 1, 7, 6}, 4, 0});
  CHECK_THAT(repair_complaint(wall, 1e-6), Contains("2 edges have a panel on one side only"));
  const auto twice =
      test::boxes({{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 0}, {2, 2, 1}}});  // along one edge
  CHECK_THAT(
      repair_complaint(twice, 1e-6), Contains("1 edge has more than two panels, first panel 3"));
}

TEST_CASE("a Klein bottle has no outside") {
  constexpr int n = 8, m = 8;
  Surface s;
  s.regions = {"wet"};
  const auto at = [](int i, int k) {  // i around the tube, k along: one turn along mirrors the tube
    if (k >= m) i = n - 1 - i;
    return static_cast<core::Index>((i + 2 * n) % n + n * (k % m));
  };
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < n; ++i) {
      const double u = 2 * core::pi * k / m, v = 2 * core::pi * (i + 0.5) / n;
      const double r = 3 + std::cos(u / 2) * std::sin(v) - std::sin(u / 2) * std::sin(2 * v);
      s.points.emplace_back(r * std::cos(u), r * std::sin(u),
          std::sin(u / 2) * std::sin(v) + std::cos(u / 2) * std::sin(2 * v));
    }
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < n; ++i)
      s.panels.push_back({{at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)}, 4, 0});
  CHECK_THAT(repair_complaint(s, 1e-6), Contains("only one side"));
}

TEST_CASE("what closes but is no valid surface is refused") {
  auto s = test::boxes({{{-2, -2, -2}, {2, 2, 2}}});
  test::add_box(s, {-1, -1, -1}, {1, 1, 1}, false);
  CHECK_THAT(repair_complaint(soup(s), 1e-6), Contains("nested inside body 1"));
}
