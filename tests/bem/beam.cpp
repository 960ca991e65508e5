#include "bem/beam.h"

#include <cmath>

#include "support/catch.h"

using namespace febem;
using mesh::Vec3;

namespace {

/// Directions in the plane of the vectors z and x, turned by `about` (degrees) about z.
std::vector<Vec3> fan(double from, double to, double step, double about = 0) {
  constexpr double degree = core::pi / 180;
  std::vector<Vec3> result;
  for (double angle = from; angle < to + step / 2; angle += step)
    result.emplace_back(std::sin(angle * degree) * std::cos(about * degree),
        std::sin(angle * degree) * std::sin(about * degree), std::cos(angle * degree));
  return result;
}

bem::Beam beam(const std::vector<Vec3>& directions, double (*modulus)(const Vec3& v)) {
  la::Vector f(std::ssize(directions));
  for (int i = 0; const auto& v : directions) f[i++] = std::polar(modulus(v), 5.0 * v.x());
  return bem::beam_of(directions, f);
}

/// A baffled piston of ka = 20: 2 J_1(x) / x, x = ka sin(theta).
double piston(const Vec3& v) {
  const double x = 20 * std::hypot(v.x(), v.y());
  return x == 0 ? 1 : std::abs(2 * std::cyl_bessel_j(1, x) / x);
}
double figure_of_eight(const Vec3& v) { return std::abs(v.z()); }
double cardioid(const Vec3& v) { return 1 + v.z(); }
double round_about(const Vec3&) { return 2; }

}  // namespace

TEST_CASE("the beam of a baffled piston has the width and the side lobe of the text books") {
  // J_1(1.61634) / 1.61634 = 1 / (2 sqrt 2); the first side lobe of 2 J_1(x)/x is 0.132279.
  const double width = 2 * std::asin(1.616340 / 20) * 180 / core::pi;
  const double lobe = 20 * std::log10(0.132279);
  auto half = fan(-90, 90, 0.25);
  for (const double about : {0., 33.})
    // The third cut begins where the width ends.
    for (const auto& directions :
        {fan(-90, 90, 0.25, about), fan(-30, 60, 0.25, about), fan(-4.75, 60, 0.25, about)}) {
      const auto found = beam(directions, piston);
      CHECK(found.width == Approx(width).epsilon(1e-3));
      CHECK(found.side_lobe == Approx(lobe).margin(0.01));
    }
  std::rotate(half.begin(), half.begin() + 300, half.end());  // an open cut in another order
  CHECK(beam(half, piston).width == Approx(width).epsilon(1e-3));
  CHECK(beam(half, piston).side_lobe == Approx(lobe).margin(0.01));
}

TEST_CASE("a beam may lie where the circle begins, and have no side lobe") {
  for (const double from : {0., 7., 90., 350.}) {
    const auto circle = fan(from, from + 359, 1);
    CHECK(beam(circle, cardioid).width == Approx(2 * 65.530).epsilon(1e-4));
    CHECK(std::isnan(beam(circle, cardioid).side_lobe));
    CHECK(beam(circle, figure_of_eight).width == Approx(90).epsilon(1e-9));
    CHECK(beam(circle, figure_of_eight).side_lobe == Approx(0).margin(1e-3));
  }
}

TEST_CASE("there is no beam without ends, and none outside of a plane") {
  CHECK(std::isnan(beam(fan(0, 359, 1), round_about).width));
  CHECK(std::isnan(beam(fan(0, 359, 1), round_about).side_lobe));
  CHECK(std::isnan(beam(fan(0, 90, 1), piston).width));  // its left side is not seen
  CHECK(std::isnan(beam(fan(0, 90, 1), piston).side_lobe));
  CHECK(std::isnan(beam({Vec3::UnitZ()}, piston).width));
  CHECK(std::isnan(beam({Vec3::UnitZ(), -Vec3::UnitZ()}, piston).width));
  auto grid = fan(-90, 90, 1);
  grid.push_back(Vec3::UnitY());
  CHECK(std::isnan(beam(grid, piston).width));
}
