// The exact solutions, against tabulated values and against each other.
#include <boost/math/tools/minima.hpp>

#include "support/catch.h"
#include "verify/exact/elastic_sphere.h"
#include "verify/exact/partial_waves.h"

namespace febem::exact {
namespace {

double distance(Complex a, Complex b) { return std::abs(a - b); }

const ElasticSphere steel_shell{210e9, 0.3, 7800, 1, 0.95};
const ElasticSphere aluminium_sphere{70e9, 0.33, 2700, 1, 0};
const Fluid water{1000, 1500};

double omega(double ka) { return ka * water.sound_speed; }

TEST_CASE("j_n and y_n keep their Wronskian, j y' - j' y = 1/x^2") {
  const int n = GENERATE(0, 1, 5, 20);
  const double x = GENERATE(0.01, 0.5, 3.0, 40.0);
  const auto j = spherical_j(n, x), y = spherical_y(n, x);
  CHECK((j.value * y.derivative - j.derivative * y.value) * x * x == Approx(1).epsilon(1e-10));
}

TEST_CASE("h_0 = -i e^{ix}/x") {
  const double x = 0.7;
  const Complex wave = std::exp(Complex(0, x)), i(0, 1);
  CHECK(std::abs(spherical_h(0, x).value - -i * wave / x) < 1e-14);
  CHECK(std::abs(spherical_h(0, x).derivative - (wave / x + i * wave / (x * x))) < 1e-13);
}

TEST_CASE("the plane wave is the sum of its partial waves") {
  const double x = GENERATE(0.1, 1.0, 5.0, 30.0), c = -0.3;
  Complex sum = 0;
  for (int n = 0; n < partial_waves(x); ++n)
    sum += double(2 * n + 1) * power_of_i(n) * spherical_j(n, x).value * std::legendre(n, c);
  CHECK(std::abs(sum - std::exp(Complex(0, x * c))) < 1e-11);
}

TEST_CASE("radiation impedance of a pulsating sphere") {
  CHECK(distance(modal_impedance(0, 0.5), {0.2, -0.4}) < 1e-14);
  CHECK(distance(modal_impedance(0, 1), {0.5, -0.5}) < 1e-14);
  CHECK(distance(modal_impedance(0, 5), {0.9615385, -0.1923077}) < 5.1e-8);
}

TEST_CASE("far above a plane a pulsating sphere scatters the wave of its image") {
  const double x = 1.3, theta = 0.7;
  const Complex alone = modal_impedance(0, x), i(0, 1);
  // The field of a small source: alone times e^{ix(r - 1)}/r, r the distance from its centre.
  const auto image = [&](double height) {
    return alone * std::exp(i * x * (2 * height - 1)) / (2 * height);
  };
  for (const double sign : {1., -1.}) {
    const Complex far = pulsating_above_plane(x, 300, sign, {theta})[0] - alone;
    // The image is a plane wave there, scattered by the rigid sphere; it comes from theta = pi.
    const Complex expected = sign * image(300) * sphere_pressure(x, theta);
    CHECK(distance(far, expected) < 0.02 * std::abs(expected));
  }
}

TEST_CASE("radiation impedance of a translating sphere") {
  CHECK(distance(modal_impedance(1, 0.5), {0.01538462, -0.27692308}) < 7.1e-9);
  CHECK(distance(modal_impedance(1, 1), {0.2, -0.6}) < 1e-14);
  CHECK(distance(modal_impedance(1, 5), {0.99364070, -0.21462639}) < 7.1e-9);
}

TEST_CASE("modal impedance is i h_n/h_n' for all n, and that of the added mass when x is small") {
  const int n = GENERATE(0, 1, 2, 7, 30);
  const double x = GENERATE(0.3, 2.0, 9.0);
  const auto h = spherical_h(n, x);
  const Complex expected = Complex(0, 1) * h.value / h.derivative;
  CHECK(distance(modal_impedance(n, x), expected) < 1e-9 * std::abs(expected));
  CHECK(distance(modal_impedance(n, 1e-5), Complex(0, -1e-5 / (n + 1))) < 1.1e-10);
}

TEST_CASE("impedance of a piston cap of 30 degrees") {
  const double cap = pi / 6;
  CHECK(distance(piston_cap_impedance(cap, 1), {0.0709877, -0.3190755}) < 7.1e-8);
  CHECK(distance(piston_cap_impedance(cap, 2), {0.2974541, -0.5561325}) < 7.1e-8);
  CHECK(distance(piston_cap_impedance(cap, 5), {0.9116121, -0.4261388}) < 7.1e-8);
}

TEST_CASE(
    "a piston that covers the sphere pulsates, and the mean of the pressure is the impedance") {
  CHECK(distance(piston_cap_impedance(pi, 1), modal_impedance(0, 1)) < 1e-12);
  CHECK(distance(piston_cap_pressure(pi, 1, 0.3), modal_impedance(0, 1)) < 1e-12);
  const double cap = pi / 3;
  Complex mean = 0;
  const int steps = 200;
  for (int m = 0; m < steps; ++m) {
    const double c = 1 - (m + 0.5) / steps * (1 - std::cos(cap));
    mean += piston_cap_pressure(cap, 2, std::acos(c)) / double(steps);
  }
  CHECK(distance(mean, piston_cap_impedance(cap, 2)) < 1e-4);
}

TEST_CASE("pressure on a rigid sphere in a plane wave") {
  CHECK(std::abs(sphere_pressure(1, pi) - Complex(0.32061727, -1.38168403)) < 7.1e-9);
  CHECK(std::abs(sphere_pressure(1, 0) - Complex(0.03374875, 1.06758710)) < 7.1e-9);
  CHECK(std::abs(sphere_pressure(5, pi) - Complex(0.82149206, 1.68443273)) < 7.1e-9);
  CHECK(std::abs(sphere_pressure(5, 0) - Complex(-0.27023084, 1.11286008)) < 7.1e-9);
}

TEST_CASE("form function of a rigid sphere, backwards") {
  CHECK(std::abs(sphere_form_function(1, pi)) == Approx(0.93812231).margin(5.1e-9));
  CHECK(std::abs(sphere_form_function(5, pi)) == Approx(1.03980953).margin(5.1e-9));
}

TEST_CASE("form function of a rigid sphere with its phase, in several directions") {
  const auto off = [](double x, double theta, Complex expected) {
    return std::abs(sphere_form_function(x, theta) - expected);
  };
  CHECK(off(1, 0, {0.3497083220, 0.1608144295}) < 1e-9);
  CHECK(off(1, pi / 3, {-0.1149673809, 0.1248265132}) < 1e-9);
  CHECK(off(1, pi, {-0.9378262695, 0.0235659129}) < 1e-9);
  CHECK(off(5, 0, {1.6150136947, 3.2584087108}) < 1e-9);
  CHECK(off(5, pi / 3, {0.5883534167, 0.1332870410}) < 1e-9);
}

TEST_CASE(
    "a wave loses forwards what is scattered: Im f(0) = x/4 times the integral of |f|^2 over 2 pi "
    "sin(theta)") {
  const double x = GENERATE(0.5, 2.0, 6.0);
  double sum = 0;
  const int steps = 400;
  for (int m = 0; m < steps; ++m) {
    const double theta = pi * (m + 0.5) / steps;
    sum += std::norm(sphere_form_function(x, theta)) * std::sin(theta) * pi / steps;
  }
  CHECK(sphere_form_function(x, 0).imag() == Approx(x / 4 * sum).epsilon(1e-4));
}

TEST_CASE(
    "a monopole far away strikes as a plane wave does, with the amplitude and phase it has at the "
    "sphere") {
  for (const double x : {0.3, 2.0})
    for (const double theta : {0.0, 1.0, pi}) {
      const double distance = 300;
      const Complex at_centre = std::polar(1 / distance, x * distance);
      const Complex found = rigid_sphere_pressure_beside_monopole(x, distance, theta) / at_centre;
      CHECK(std::abs(found - sphere_pressure(x, pi - theta)) < 1e-2);
    }
}

TEST_CASE(
    "a rigid sphere beside a slow monopole holds its image and a line of sinks, 2t/(1-t) + ln(1-t) "
    "nearest to it, t = 1/d") {
  for (const double t : {0.2, 0.5, 0.8})
    CHECK(std::abs(rigid_sphere_pressure_beside_monopole(1e-3, 1 / t, 0) -
                   (2 * t / (1 - t) + std::log(1 - t))) < 1e-2 * t);
}

TEST_CASE("pressure on a locally reacting sphere") {
  const auto admittance = locally_reacting({300, 4e9, 0.05}, water, omega(1));
  CHECK(std::abs(sphere_pressure(1, pi, admittance) - Complex(0.95641926, -1.66292416)) < 7.1e-9);
  CHECK(std::abs(sphere_pressure(1, 0, admittance) - Complex(-0.57443316, 2.08631646)) < 7.1e-9);
}

TEST_CASE("a locally reacting sphere is rigid when its stiffness is very large") {
  CHECK(std::abs(sphere_pressure(2, 1, locally_reacting({300, 1e20, 0}, water, omega(2))) -
                 sphere_pressure(2, 1)) < 1e-9);
}

TEST_CASE("free vibrations of the steel shell in vacuo") {
  const auto first = [](int n) { return in_vacuo_frequencies(steel_shell, n, 3000).at(0); };
  CHECK(first(0) == Approx(1432.054).margin(5.1e-4));
  CHECK(first(1) == Approx(1752.345).margin(5.1e-4));
  CHECK(first(2) == Approx(623.843).margin(5.1e-4));
  CHECK(in_vacuo_frequencies(steel_shell, 2, 3000).at(1) == Approx(2413.969).margin(5.1e-4));
  CHECK(first(3) == Approx(746.221).margin(5.1e-4));
  CHECK(first(4) == Approx(812.143).margin(5.1e-4));
}

TEST_CASE("free vibrations keep to scale: twice as large, half the frequency") {
  const ElasticSphere large{210e9, 0.3, 7800, 2, 1.9};
  CHECK(in_vacuo_frequencies(large, 2, 1500).at(0) ==
        Approx(in_vacuo_frequencies(steel_shell, 2, 3000).at(0) / 2));
}

TEST_CASE("surface pressure of the shell driven from inside") {
  const auto pressure = [](int n) {
    return driven_from_inside(steel_shell, water, n, omega(1)).pressure;
  };
  CHECK(std::abs(pressure(0) - Complex(-0.0346791, -0.0374491)) < 7.1e-8);
  CHECK(std::abs(pressure(1) - Complex(0.3157225, 0.0666941)) < 7.1e-8);
}

TEST_CASE("wet resonances: the displacement of the shell driven from inside peaks") {
  const auto peak = [](int n, double low, double high) {
    const auto response = [n](double hz) {
      return -std::abs(driven_from_inside(steel_shell, water, n, 2 * pi * hz).displacement);
    };
    return boost::math::tools::brent_find_minima(response, low, high, 40).first;
  };
  CHECK(peak(2, 400, 480) == Approx(439.441).margin(5.1e-4));
  CHECK(peak(3, 500, 600) == Approx(548.547).margin(5.1e-4));
  CHECK(peak(4, 580, 680) == Approx(632.290).margin(5.1e-4));
}

TEST_CASE("backward form function of the shell and of a solid sphere") {
  CHECK(std::abs(sphere_form_function(1, pi, elastic(steel_shell, water, omega(1)))) ==
        Approx(0.16259311).margin(5.1e-9));
  CHECK(std::abs(sphere_form_function(2, pi, elastic(steel_shell, water, omega(2)))) ==
        Approx(4.9167058).margin(5.1e-8));
  CHECK(std::abs(sphere_form_function(1, pi, elastic(aluminium_sphere, water, omega(1)))) ==
        Approx(0.57590918).margin(5.1e-9));
}

TEST_CASE("form function of the shell and of a solid sphere with its phase") {
  const auto off = [](const ElasticSphere& sphere, double ka, double theta, Complex expected) {
    return std::abs(sphere_form_function(ka, theta, elastic(sphere, water, omega(ka))) - expected);
  };
  CHECK(off(steel_shell, 1, 1, {-0.379031694, 0.061430660}) < 1e-8);
  CHECK(off(steel_shell, 2, pi, {-2.781724419, 4.054134376}) < 1e-8);
  CHECK(off(aluminium_sphere, 1, pi, {-0.571109492, 0.074197900}) < 1e-8);
  CHECK(off(aluminium_sphere, 2, 1, {-0.814087609, 0.584435954}) < 1e-8);
}

TEST_CASE("displacement of the shell driven from inside, outwards and with its phase") {
  const auto off = [](int n, Complex expected) {
    return std::abs(driven_from_inside(steel_shell, water, n, omega(1)).displacement - expected);
  };
  CHECK(off(0, {3.20569888e-11, 1.23108952e-12}) < 1e-18);
  CHECK(off(1, {-2.25302601e-10, 2.56978423e-11}) < 1e-18);
  CHECK(off(2, {1.50907584e-10, 6.31331842e-13}) < 1e-18);
}

TEST_CASE("a very stiff sphere is rigid") {
  const ElasticSphere stiff{1e18, 0.3, 1e9, 1, 0};
  CHECK(std::abs(sphere_form_function(2, 1, elastic(stiff, water, omega(2))) -
                 sphere_form_function(2, 1)) < 1e-5);
  CHECK(std::abs(sphere_pressure(2, 1, elastic(stiff, water, omega(2))) - sphere_pressure(2, 1)) <
        1e-5);
}

}  // namespace
}  // namespace febem::exact
