#include "mesh/bodies.h"

#include "mesh/complaint.h"
#include "mesh/crossing.h"
#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"

using mesh::Surface;
using mesh::Vec3;
using test::add_box;
using test::boxes;
using test::complaint;
using test::joined;

namespace {

constexpr bool inwards = false;

const Surface& sphere() {
  static const Surface result = meshes::generate("sphere", {{"frequency", 4}}).wet.surface;
  return result;
}

}  // namespace

TEST_CASE("bodies are told apart, with their panels, volume and box") {
  auto s = boxes({{{0, 0, 0}, {1, 2, 3}}, {{5, 5, 5}, {6, 6, 6}}});
  std::swap(s.panels[1], s.panels[8]);  // not one after the other
  measure(s);
  const auto all = mesh::bodies(s);
  REQUIRE(all.size() == 2);
  CHECK(all[0].panels == std::vector<core::Index>{0, 2, 3, 4, 5, 8});
  CHECK(all[1].panels == std::vector<core::Index>{1, 6, 7, 9, 10, 11});
  CHECK(all[0].volume == Approx(6));
  CHECK(all[1].volume == Approx(1));
  CHECK(all[1].box.min() == Vec3(5, 5, 5));
  CHECK(all[1].box.max() == Vec3(6, 6, 6));
}

TEST_CASE(
    "bodies that lie apart are allowed: side by side, one in the other's notch or box, a hair from "
    "each other") {
  CHECK(complaint(boxes({{{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}})).empty());
  CHECK(complaint(boxes({{{0, 0, 0}, {1, 1, 1}}, {{1.0001, 0, 0}, {2, 1, 1}}})).empty());
  // Their boxes overlap; the corner of a sphere's box is outside it.
  CHECK(complaint(joined(sphere(), boxes({{{0, 0, 0}, {0.1, 0.1, 0.1}}}), Vec3::Constant(0.75)))
            .empty());
  CHECK(complaint(joined(sphere(), sphere(), {1.2, 1.2, 1.2})).empty());
}

TEST_CASE("bodies that overlap or touch are named with the panels that meet") {
  const auto overlap = [](const Surface& s) {
    const auto text = complaint(s);
    INFO(text);
    CHECK_THAT(text, Contains("body 1 (") && Contains("body 2 (") && Contains("overlap or touch"));
  };
  overlap(joined(sphere(), sphere(), {1.2, 0.3, 0.1}));
  overlap(joined(sphere(), sphere(), {0.05, 0, 0}));
  overlap(joined(sphere(), sphere(), {0, 0, 0}));                    // the same body twice
  overlap(boxes({{{0, 0, 0}, {2, 2, 2}}, {{1, 1, 1}, {3, 3, 3}}}));  // edges meet edges
  overlap(boxes({{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}}));  // face to face
  overlap(boxes({{{0, 0, 0}, {1, 1, 1}}, {{1 + 1e-8, 0.2, 0.2}, {2, 1, 1}}}));
  overlap(boxes({{{0, 0, 0}, {3, 3, 3}}, {{1, 1, -1}, {2, 2, 4}}}));  // through, no vertex within
  CHECK_THAT(complaint(boxes({{{0, 0, 0}, {3, 3, 3}}, {{1, 1, 2}, {2, 2, 4}}})),
      Contains("panel 1 meets panel 8 near (1.5, 1, 3)"));
}

TEST_CASE("a body within another is named as nested; inside out, as a cavity of it") {
  CHECK_THAT(complaint(boxes({{{-2, -2, -2}, {2, 2, 2}}, {{-1, -1, -1}, {1, 1, 1}}})),
      Contains("body 2 (6 panels, the first is 6, around (0, 0, 0)) is nested inside body 1"));

  Surface hollow;
  add_box(hollow, {-1, -1, -1}, {1, 1, 1}, inwards);
  add_box(hollow, {-2, -2, -2}, {2, 2, 2});
  const auto text = complaint(hollow);
  CHECK_THAT(text, Contains("body 1 (6 panels") && Contains("is a cavity inside body 2") &&
                       Contains("no sound comes out"));
  CHECK(text.find("more") == std::string::npos);

  // The innermost is not in the fluid either, but the first that is wrong is named, with how many
  // there are besides.
  add_box(hollow, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  add_box(hollow, {1.2, 1.2, 1.2}, {1.5, 1.5, 1.5}, inwards);
  CHECK_THAT(complaint(hollow),
      Contains("body 1 (6 panels") && Contains("cavity") && Contains("(and 1 body more)"));
}

TEST_CASE("of several bodies around it the nearest is the one a body is nested in") {
  CHECK_THAT(complaint(boxes({{{-3, -3, -3}, {3, 3, 3}}, {{-1, -1, -1}, {1, 1, 1}},
                 {{-2, -2, -2}, {2, 2, 2}}})),
      Contains("body 2 (") && Contains("nested inside body 3") && Contains("(and 1 body more)"));
}

TEST_CASE("a body inside out that lies in no other is told so, whatever is within it") {
  Surface s;
  add_box(s, {-2, -2, -2}, {2, 2, 2}, inwards);
  CHECK_THAT(
      complaint(s), Contains("body 1 (") && Contains("is inside out") && Contains("-64 m^3"));
  add_box(s, {-1, -1, -1}, {1, 1, 1});
  const auto text = complaint(s);
  CHECK_THAT(text, Contains("body 1 (") && Contains("is inside out"));
  CHECK(text.find("more") == std::string::npos);

  auto apart = boxes({{{0, 0, 0}, {1, 1, 1}}});
  add_box(apart, {2, 0, 0}, {3, 1, 1}, inwards);
  CHECK_THAT(complaint(apart), Contains("body 2 (") && Contains("is inside out"));
}

TEST_CASE("a surface that crosses itself is found, and none that merely bends") {
  for (const auto& generator : meshes::generators()) {
    INFO(generator.name);
    for (const auto edges : {meshes::Edges::straight, meshes::Edges::curved})
      CHECK(!mesh::find_crossing(meshes::generate(generator.name, {}, edges).wet.surface));
  }
  // A vertex pushed through the other side.
  auto s = sphere();
  for (auto& x : s.points)
    if (x.z() > 0.999) x.z() = -1.5;
  measure(s);
  const auto found = mesh::find_crossing(s);
  REQUIRE(found);
  CHECK(found->first < found->second);
  CHECK(found->where.z() < 0);
  CHECK_THROWS_WITH(mesh::refuse_crossing(s), Contains("crosses or touches itself: panel"));
}

TEST_CASE("bodies of curved panels meet where the panels do, not where flat ones would") {
  // Panels with nodes on the sphere; the flat ones are up to 0.034 and 0.076 inside it.
  const auto triangles =
      meshes::generate("sphere", {{"frequency", 2}}, meshes::Edges::curved).wet.surface;
  const auto squares =
      meshes::generate("shell", {{"cells", 2}, {"split", 1}}, meshes::Edges::curved).wet.surface;
  const auto flat = [](Surface s) {
    mesh::straighten(s);
    return s;
  };
  for (const auto& ball : {triangles, squares})
    for (const Vec3& along : {Vec3(1, 0, 0), Vec3(0.3, 0.5, 0.2), Vec3(0.7, 0.7, 0.1)})
      for (const double distance : {1.9, 1.95, 1.99, 2.01, 2.05}) {
        INFO(ball.size() << " panels, " << distance << " m along " << along.transpose());
        const auto two = joined(ball, ball, distance * along.normalized());
        const auto text = complaint(two);
        if (distance < 2)
          CHECK_THAT(
              text, Contains("body 1 (") && Contains("body 2 (") && Contains("overlap or touch"));
        else
          CHECK(text.empty());
        CHECK(mesh::find_crossing(two).has_value() == (distance < 2));
      }
  CHECK(complaint(flat(joined(triangles, triangles, 1.95 * Vec3(1, 1, 1).normalized()))).empty());
  CHECK(complaint(flat(joined(squares, squares, 1.9 * Vec3(1, 0.4142, 0.4142).normalized())))
            .empty());

  // Here flat panels cross, and curved ones do not: a ball in a little larger one of larger panels.
  auto larger = triangles;
  for (auto& x : larger.points) x *= 1.02;
  for (auto& middles : larger.middles)
    for (auto& x : middles) x *= 1.02;
  const auto nested = joined(larger,
      meshes::generate("sphere", {{"frequency", 6}}, meshes::Edges::curved).wet.surface, {0, 0, 0});
  CHECK(mesh::find_crossing(flat(nested)));
  CHECK(!mesh::find_crossing(nested));
  CHECK_THAT(
      complaint(nested), Contains("body 2 (720 panels") && Contains("is nested inside body 1"));
}

TEST_CASE(
    "curved panels touch within the tolerance of flat ones, measured between their vertices") {
  const auto ball =
      meshes::generate("sphere", {{"frequency", 2}}, meshes::Edges::curved).wet.surface;
  const Vec3 along = ball.points.front().normalized();  // a vertex; opposite to it is one, too
  for (const auto& [gap, met] :
      {std::pair{-1e-3, true}, {-1e-6, true}, {1e-8, true}, {1e-5, false}, {1e-3, false}})
    CHECK(mesh::find_crossing(joined(ball, ball, (2 + gap) * along)).has_value() == met);
}

TEST_CASE(
    "panels that share one vertex cross where an edge off it passes through the other, not at the "
    "vertex") {
  Surface s;
  s.regions = {"wet"};
  s.points = {{0, 0, 0}, {2, -1, 0}, {2, 1, 0}, {1, 0, -1}, {1, 0, 1}};
  s.panels = {{{0, 1, 2, -1}, 3, 0}, {{0, 3, 4, -1}, 3, 0}};
  measure(s);
  CHECK(mesh::find_crossing(s));
  std::swap(s.panels[0], s.panels[1]);
  measure(s);
  CHECK(mesh::find_crossing(s));
  for (const int i : {3, 4}) s.points[i].x() = -1;
  measure(s);
  CHECK(!mesh::find_crossing(s));
}

TEST_CASE("contact counts up to 1e-6 of the smaller panel's size") {
  for (const auto& [gap, met] : {std::pair{0.5e-6, true}, {2e-6, false}}) {
    const auto s = boxes({{{0, 0, 0}, {10, 10, 10}}, {{3, 3, 10 + gap}, {4, 4, 11}}});
    CHECK(mesh::find_crossing(s).has_value() == met);
  }
}
