#include "mesh/size_jumps.h"

#include <cmath>

#include "support/box_surface.h"
#include "support/catch.h"

using namespace febem;
using mesh::Surface;
using mesh::Vec3;

namespace {

/// A box whose square top and bottom have edges of length 1: the sides have the size sqrt(height).
Surface tower(double height) {
  Surface s;
  test::add_box(s, {0, 0, 0}, {1, 1, height});
  measure(s);
  return s;
}

/// A roof of two strips along y that meet at x = 0, the right one `width` wide; the normals differ by `degrees`.
Surface roof(double degrees, double width) {
  const double a = degrees / 2 * core::pi / 180;
  Surface s;
  s.regions = {"wet"};
  s.points = {{0, 0, 0},           {0, 1, 0}, {-std::cos(a), 1, -std::sin(a)}, {-std::cos(a), 0, -std::sin(a)},
              {width * std::cos(a), 1, -width * std::sin(a)}, {width * std::cos(a), 0, -width * std::sin(a)}};
  s.panels = {{{0, 1, 2, 3}, 4, 0}, {{0, 5, 4, 1}, 4, 0}};
  measure(s);
  return s;
}

}  // namespace

TEST_CASE("a size jumps by more than a factor of three, either way") {
  CHECK(mesh::size_jumps(tower(1)).edges == 0);
  CHECK(mesh::size_jumps(tower(1)).worst == 1);
  CHECK(mesh::size_jumps(tower(8.9)).edges == 0);
  CHECK(mesh::size_jumps(tower(9.1)).edges == 8);  // around the bottom and the top; the sides are alike
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
  CHECK(jumps.worst == Approx(std::sqrt(s.areas[static_cast<std::size_t>(jumps.large)] / 0.25)));
  CHECK(s.normals[static_cast<std::size_t>(jumps.large)].x() > 0.9);  // the leaning side, the largest
}

TEST_CASE("an edge is sharp where the normals differ by more than 30 degrees, whether it is a ridge or a valley") {
  for (const double sign : {1., -1.}) {
    CHECK(mesh::size_jumps(roof(sign * 29, 16)).edges == 0);
    CHECK(mesh::size_jumps(roof(sign * 31, 16)).edges == 1);
    CHECK(mesh::size_jumps(roof(sign * 31, 16)).worst == Approx(4));
    CHECK(mesh::size_jumps(roof(sign * 120, 16)).edges == 1);
    CHECK(mesh::size_jumps(roof(sign * 120, 4)).edges == 0);
  }
}
