// f_n' = (n/x) f_n - f_{n+1}   (Abramowitz & Stegun 10.1.22)
#include "exact/spherical_bessel.h"

#include <array>
#include <cmath>

namespace febem::exact {

Radial<double> spherical_j(int n, double x) {
  const double value = std::sph_bessel(n, x);
  return {value, n / x * value - std::sph_bessel(n + 1, x)};
}

Radial<double> spherical_y(int n, double x) {
  const double value = std::sph_neumann(n, x);
  return {value, n / x * value - std::sph_neumann(n + 1, x)};
}

Radial<Complex> spherical_h(int n, double x) {
  const auto j = spherical_j(n, x), y = spherical_y(n, x);
  return {{j.value, y.value}, {j.derivative, y.derivative}};
}

int partial_waves(double x) { return static_cast<int>(std::ceil(x + 6 * std::cbrt(x))) + 12; }

Complex power_of_i(int n) {
  constexpr std::array<Complex, 4> powers{Complex(1, 0), Complex(0, 1), Complex(-1, 0), Complex(0, -1)};
  return powers[n % 4];
}

}  // namespace febem::exact
