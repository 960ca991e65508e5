#include "exact/spherical_bessel.h"

#include <cmath>

#include "support/catch.h"

using namespace febem::exact;

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
