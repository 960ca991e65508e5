#include "exact/radiating_sphere.h"

#include <cmath>

#include "exact/spherical_bessel.h"
#include "support/catch.h"

using namespace febem::exact;

namespace {

double distance(Complex a, Complex b) { return std::abs(a - b); }

}  // namespace

TEST_CASE("radiation impedance of a pulsating sphere") {
  CHECK(distance(modal_impedance(0, 0.5), {0.2, -0.4}) < 1e-14);
  CHECK(distance(modal_impedance(0, 1), {0.5, -0.5}) < 1e-14);
  CHECK(distance(modal_impedance(0, 5), {0.9615385, -0.1923077}) < 5.1e-8);
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

TEST_CASE("a piston that covers the sphere pulsates, and the mean of the pressure is the impedance") {
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
