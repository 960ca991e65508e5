#include "mesh/surface.h"

#include "mesh/complaint.h"
#include "support/box_surface.h"
#include "support/catch.h"

using mesh::Surface;
using mesh::Vec3;

namespace {

Surface unit_cube() { return test::boxes({{{0, 0, 0}, {1, 1, 1}}}); }

}  // namespace

TEST_CASE("a cube has its area, volume, centroids and outward normals") {
  const auto cube = unit_cube();
  REQUIRE_NOTHROW(validate(cube));
  CHECK(enclosed_volume(cube) == Approx(1));
  for (int j = 0; j < 6; ++j) {
    CHECK(cube.areas[j] == Approx(1));
    CHECK((cube.centroids[j] - Vec3::Constant(0.5)).dot(cube.normals[j]) == Approx(0.5));
  }
}

TEST_CASE("the centroid of a trapezium is that of its area, not of its corners") {
  Surface s;
  s.regions = {"wet"};
  s.points = {{0, 0, 0}, {3, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  s.panels = {{{0, 1, 2, 3}, 4, 0}};
  measure(s);
  CHECK(s.areas[0] == Approx(2));
  CHECK(s.centroids[0].x() == Approx(13.0 / 12));
  CHECK(s.centroids[0].y() == Approx(5.0 / 12));
}

TEST_CASE("bad surfaces are refused with one clear line") {
  auto s = unit_cube();
  s.panels.pop_back();
  CHECK_THAT(complaint(s), Contains("not closed"));

  s = unit_cube();
  for (auto& panel : s.panels) std::swap(panel.vertices[1], panel.vertices[3]);
  CHECK_THAT(complaint(s), Contains("inside out"));

  s = unit_cube();
  std::swap(s.panels[2].vertices[1], s.panels[2].vertices[3]);
  CHECK_THAT(complaint(s), Contains("same direction"));

  s = unit_cube();
  s.points[3].y() = std::nan("");
  CHECK_THAT(complaint(s), Contains("not a number"));

  s = unit_cube();
  s.points[1] = s.points[0];
  CHECK_THAT(complaint(s), Contains("degenerate"));

  s = unit_cube();
  s.panels[0].region = 1;
  CHECK_THAT(complaint(s), Contains("region"));

  s = unit_cube();
  s.panels.clear();
  CHECK_THAT(complaint(s), Contains("no panels"));
}

TEST_CASE("each kind of fault of a surface is told with the number there are, in one line") {
  auto s = unit_cube();
  s.panels.pop_back();  // x = 1
  CHECK_THAT(complaint(s), Contains("not closed: panel ") && Contains("(and 3 edges more)"));
  std::swap(s.panels[0].vertices[1], s.panels[0].vertices[3]);  // z = 0
  s.points[7] = s.points[6];                                    // of the panels y = 1 and z = 1
  const auto text = complaint(s);
  CHECK_THAT(
      text, Contains("surface: panel 1 at ") &&
                Contains("is degenerate (no area, or not convex) (and 1 panel more); panels 0 "));
  CHECK_THAT(text, Contains("(one is inside out, or more than two panels meet there) (and 2 edges "
                            "more); not closed: "));
}

TEST_CASE("two bodies are a valid surface unless one of them is inside out") {
  auto s = test::boxes({{{0, 0, 0}, {1, 1, 1}}, {{5, 0, 0}, {8, 3, 3}}});
  CHECK(complaint(s).empty());
  for (int j = 0; j < 6; ++j) std::swap(s.panels[j].vertices[1], s.panels[j].vertices[3]);
  CHECK_THAT(complaint(s), Contains("inside out"));
}
