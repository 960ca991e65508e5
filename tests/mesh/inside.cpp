#include "mesh/inside.h"

#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"

using mesh::Surface;
using mesh::Vec3;

namespace {

/// A prism along z, 0 to 1, over a U: the square 3 x 3 without the notch 1 < x < 2, y > 1.
Surface u_prism() {
  const std::vector<std::array<double, 2>> outline{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 3},
      {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}, {0, 1}};
  const std::vector<std::array<core::Index, 4>> cover{
      {0, 1, 8, 11}, {1, 2, 7, 8}, {2, 3, 4, 7}, {4, 5, 6, 7}, {11, 8, 9, 10}};
  Surface s;
  s.regions = {"wet"};
  const auto n = static_cast<core::Index>(outline.size());
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : outline) s.points.emplace_back(x, y, z);
  for (core::Index i = 0; i < n; ++i)
    s.panels.push_back({{i, (i + 1) % n, (i + 1) % n + n, i + n}, 4, 0});
  for (const auto& [a, b, c, d] : cover) {
    s.panels.push_back({{a, d, c, b}, 4, 0});
    s.panels.push_back({{a + n, b + n, c + n, d + n}, 4, 0});
  }
  measure(s);
  return s;
}

std::vector<Vec3> random_points(const Vec3& low, const Vec3& high, int count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(low + Vec3(unit(random), unit(random), unit(random)).cwiseProduct(high - low));
  return points;
}

}  // namespace

TEST_CASE("a box winds once around what is between its faces") {
  Surface box;
  add_box(box, {-1, -2, -3}, {1, 2, 3});
  for (const auto& x : random_points({-2, -4, -6}, {2, 4, 6}, 2000)) {
    const bool inside = std::abs(x.x()) < 1 && std::abs(x.y()) < 2 && std::abs(x.z()) < 3;
    INFO(x.transpose());
    CHECK(winding_number(box, x) == Approx(inside ? 1 : 0).margin(1e-12));
    CHECK(encloses(box, x) == inside);
  }
}

TEST_CASE(
    "a sphere winds once around points within it, a hair from its faces too, and far away not at "
    "all") {
  const auto sphere = meshes::generate("sphere", {{"frequency", 3}}).wet.surface;
  for (core::Index j = 0; j < sphere.size(); ++j)
    for (const double height : {1e-9, 1e-4, 0.3}) {
      const Vec3 n = height * sphere.normals[j];
      CHECK(winding_number(sphere, sphere.centroids[j] - n) == Approx(1).margin(1e-6));
      CHECK(winding_number(sphere, sphere.centroids[j] + n) == Approx(0).margin(1e-6));
    }
  for (const double far : {1e3, 1e9, 1e150})
    CHECK(winding_number(sphere, {far, -far, far}) == Approx(0).margin(1e-9));
}

TEST_CASE(
    "inside a sphere of curved panels is what is inside the sphere, and distances are those from "
    "it") {
  for (const auto& [generator, values] :
      {std::pair<const char*, meshes::Values>{"sphere", {{"frequency", 2}}},
          {"shell", {{"cells", 2}, {"split", 1}}}}) {
    auto ball = meshes::generate(generator, values, meshes::Edges::curved).wet.surface;
    int outside_of_flat = 0;
    const auto flat = [&] {
      auto s = ball;
      mesh::straighten(s);
      return s;
    }();
    for (const auto& direction : random_points({-1, -1, -1}, {1, 1, 1}, 200)) {
      INFO(generator << ", " << direction.transpose());
      const Vec3 x = direction.normalized();
      for (const double r : {0.1, 0.985, 1.015, 3.0}) {
        CHECK(encloses(ball, r * x) == (r < 1));
        CHECK(winding_number(ball, r * x) == Approx(r < 1 ? 1 : 0).margin(0.01));
        CHECK(nearest_panel(ball, r * x).distance == Approx(std::abs(1 - r)).margin(4e-3));
      }
      outside_of_flat += encloses(flat, 0.985 * x) ? 0 : 1;
    }
    CHECK(outside_of_flat > 20);
  }
}

TEST_CASE("the notch of a concave body is outside, its arms are inside") {
  const auto body = u_prism();
  REQUIRE_NOTHROW(validate(body));
  CHECK(enclosed_volume(body) == Approx(7));
  for (const auto& x : random_points({-1, -1, -0.5}, {4, 4, 1.5}, 3000)) {
    const bool square = x.x() > 0 && x.x() < 3 && x.y() > 0 && x.y() < 3 && x.z() > 0 && x.z() < 1;
    const bool notch = x.x() > 1 && x.x() < 2 && x.y() > 1;
    INFO(x.transpose());
    CHECK(winding_number(body, x) == Approx(square && !notch ? 1 : 0).margin(1e-12));
  }
}

TEST_CASE(
    "a cavity whose surface is part of the body's is outside; that of a shell, of which only the "
    "skin is wet, inside") {
  Surface hollow;
  add_box(hollow, {-2, -2, -2}, {2, 2, 2});
  add_box(hollow, {-1, -1, -1}, {1, 1, 1}, false);
  CHECK(winding_number(hollow, {0.3, -0.2, 0.1}) == Approx(0).margin(1e-12));
  CHECK(winding_number(hollow, {1.5, 0.2, 0.1}) == Approx(1).margin(1e-12));
  CHECK(winding_number(hollow, {2.5, 0.2, 0.1}) == Approx(0).margin(1e-12));
  CHECK(winding_number(hollow, std::vector<core::Index>{0, 1, 2, 3, 4, 5}, {0.3, -0.2, 0.1}) ==
        Approx(1));
  CHECK(winding_number(hollow, std::vector<core::Index>{6, 7, 8, 9, 10, 11}, {0.3, -0.2, 0.1}) ==
        Approx(-1));

  const auto shell = meshes::generate("shell", {{"cells", 2}}).wet.surface;
  CHECK(winding_number(shell, {0, 0, 0}) == Approx(1).margin(1e-12));
  CHECK(winding_number(shell, {0.5, -0.3, 0.2}) == Approx(1).margin(1e-12));
  CHECK(winding_number(shell, {1.5, 0, 0}) == Approx(0).margin(1e-12));
}

TEST_CASE("the nearest panel: above a face, beside an edge, off a corner, within") {
  Surface box;
  add_box(box, {0, 0, 0}, {1, 1, 1});
  const auto at = [&](const Vec3& x) { return nearest_panel(box, x); };
  CHECK(at({0.3, 0.6, 1.25}).distance == Approx(0.25));
  CHECK(at({0.3, 0.6, 1.25}).panel == 1);
  CHECK(at({0.3, 0.6, 0.75}).distance ==
        Approx(0.25));  // through the other triangle of the same face too
  CHECK(at({0.6, 0.3, -0.5}).distance == Approx(0.5));
  CHECK(at({0.6, 0.3, -0.5}).panel == 0);
  CHECK(at({1.3, 0.5, 1.4}).distance == Approx(0.5));
  CHECK(at({-2, -3, -6}).distance == Approx(7));
  CHECK(at({0.5, 0.5, 1}).distance == Approx(0).margin(1e-15));
  CHECK(at({1, 0.25, 1}).distance == Approx(0).margin(1e-15));
}

TEST_CASE("the longest edge, of a panel and of all") {
  Surface box;
  add_box(box, {0, 0, 0}, {1, 2, 3});
  CHECK(longest_edge(box) == 3);
  CHECK(longest_edge(box, 0) == 2);
  const Surface triangle{
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 2, 0}, 3, 0}}, {"wet"}, {}, {}, {}, {}, {}};
  CHECK(longest_edge(triangle) == Approx(std::sqrt(2.0)));
}
