#include "exact/sphere_scattering.h"

#include "exact/spherical_bessel.h"
#include "support/catch.h"

using namespace febem::exact;

TEST_CASE("pressure on a rigid sphere in a plane wave") {
  CHECK(std::abs(rigid_sphere_pressure(1, pi) - Complex(0.32061727, -1.38168403)) < 7.1e-9);
  CHECK(std::abs(rigid_sphere_pressure(1, 0) - Complex(0.03374875, 1.06758710)) < 7.1e-9);
  CHECK(std::abs(rigid_sphere_pressure(5, pi) - Complex(0.82149206, 1.68443273)) < 7.1e-9);
  CHECK(std::abs(rigid_sphere_pressure(5, 0) - Complex(-0.27023084, 1.11286008)) < 7.1e-9);
}

TEST_CASE("form function of a rigid sphere, backwards") {
  CHECK(std::abs(rigid_sphere_form_function(1, pi)) == Approx(0.93812231).margin(5.1e-9));
  CHECK(std::abs(rigid_sphere_form_function(5, pi)) == Approx(1.03980953).margin(5.1e-9));
}

TEST_CASE("form function of a rigid sphere with its phase, in several directions") {
  const auto off = [](double x, double theta, Complex expected) {
    return std::abs(rigid_sphere_form_function(x, theta) - expected);
  };
  CHECK(off(1, 0, {0.3497083220, 0.1608144295}) < 1e-9);
  CHECK(off(1, pi / 3, {-0.1149673809, 0.1248265132}) < 1e-9);
  CHECK(off(1, pi, {-0.9378262695, 0.0235659129}) < 1e-9);
  CHECK(off(5, 0, {1.6150136947, 3.2584087108}) < 1e-9);
  CHECK(off(5, pi / 3, {0.5883534167, 0.1332870410}) < 1e-9);
}

TEST_CASE("a wave loses forwards what is scattered: Im f(0) = x/4 times the integral of |f|^2 over 2 pi sin(theta)") {
  const double x = GENERATE(0.5, 2.0, 6.0);
  double sum = 0;
  const int steps = 400;
  for (int m = 0; m < steps; ++m) {
    const double theta = pi * (m + 0.5) / steps;
    sum += std::norm(rigid_sphere_form_function(x, theta)) * std::sin(theta) * pi / steps;
  }
  CHECK(rigid_sphere_form_function(x, 0).imag() == Approx(x / 4 * sum).epsilon(1e-4));
}

TEST_CASE("a monopole far away strikes as a plane wave does, with the amplitude and phase it has at the sphere") {
  for (const double x : {0.3, 2.0})
    for (const double theta : {0.0, 1.0, pi}) {
      const double distance = 300;
      const Complex at_centre = std::polar(1 / distance, x * distance);
      const Complex found = rigid_sphere_pressure_beside_monopole(x, distance, theta) / at_centre;
      CHECK(std::abs(found - rigid_sphere_pressure(x, pi - theta)) < 1e-2);
    }
}

TEST_CASE("a rigid sphere beside a slow monopole holds its image and a line of sinks, 2t/(1-t) + ln(1-t) nearest to it, t = 1/d") {
  for (const double t : {0.2, 0.5, 0.8})
    CHECK(std::abs(rigid_sphere_pressure_beside_monopole(1e-3, 1 / t, 0) - (2 * t / (1 - t) + std::log(1 - t))) < 1e-2 * t);
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
