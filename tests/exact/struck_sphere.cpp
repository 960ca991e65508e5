#include "exact/struck_sphere.h"

#include "exact/spherical_bessel.h"
#include "support/catch.h"

using namespace febem::exact;

TEST_CASE("pressure on a rigid sphere struck by a plane wave") {
  CHECK(std::abs(rigid_sphere_pressure(1, pi) - Complex(0.32061727, -1.38168403)) < 7.1e-9);
  CHECK(std::abs(rigid_sphere_pressure(1, 0) - Complex(0.03374875, 1.06758710)) < 7.1e-9);
  CHECK(std::abs(rigid_sphere_pressure(5, pi) - Complex(0.82149206, 1.68443273)) < 7.1e-9);
  CHECK(std::abs(rigid_sphere_pressure(5, 0) - Complex(-0.27023084, 1.11286008)) < 7.1e-9);
}

TEST_CASE("form function of a rigid sphere, backwards") {
  CHECK(std::abs(rigid_sphere_form_function(1, pi)) == Approx(0.93812231).margin(5.1e-9));
  CHECK(std::abs(rigid_sphere_form_function(5, pi)) == Approx(1.03980953).margin(5.1e-9));
}

TEST_CASE("pressure on a locally reacting sphere") {
  const ReactingSphere sphere{1, 1000, 1500, 300, 4e9, 0.05};
  CHECK(std::abs(reacting_sphere_pressure(sphere, 1, pi) - Complex(0.95641926, -1.66292416)) < 7.1e-9);
  CHECK(std::abs(reacting_sphere_pressure(sphere, 1, 0) - Complex(-0.57443316, 2.08631646)) < 7.1e-9);
}

TEST_CASE("a locally reacting sphere is rigid when its stiffness is very large") {
  const ReactingSphere sphere{1, 1000, 1500, 300, 1e20, 0};
  CHECK(std::abs(reacting_sphere_pressure(sphere, 2, 1) - rigid_sphere_pressure(2, 1)) < 1e-9);
}
