// z_n = i h_n/h_n'. The ratio g_n = h_n/h_{n-1} obeys g_{n+1} = (2n+1)/x - 1/g_n, g_1 = 1/x - i, stable
// upwards and free of overflow, and h_n'/h_n = 1/g_n - (n+1)/x.
//
// Piston cap: v_n = 1/2 [P_{n-1}(cos t0) - P_{n+1}(cos t0)], P_{-1} = 1;
//   p(theta) = sum v_n z_n P_n(cos theta),   mean = sum v_n^2 z_n 4 pi/(2n+1) / [2 pi (1 - cos t0)]
#include "exact/radiating_sphere.h"

#include <boost/math/special_functions/legendre.hpp>
#include <cmath>
#include <vector>

namespace febem::exact {

namespace {

/// The terms of the mean fall as n^-3, those of the pressure as n^-2.
constexpr int piston_terms = 20000;

/// z_0 .. z_{count-1}.
std::vector<Complex> modal_impedances(int count, double x) {
  const Complex i(0, 1);
  std::vector<Complex> z{Complex(0, -x) / Complex(1, -x)};
  Complex ratio = 1 / x - i;
  for (int n = 1; n < count; ++n) {
    z.push_back(i / (1.0 / ratio - (n + 1) / x));
    ratio = (2 * n + 1) / x - 1.0 / ratio;
  }
  return z;
}

/// P_0 .. P_{count-1} at c.
std::vector<double> legendre_polynomials(int count, double c) {
  std::vector<double> p{1, c};
  while (static_cast<int>(p.size()) < count) {
    const unsigned n = static_cast<unsigned>(p.size()) - 1;
    p.push_back(boost::math::legendre_next(n, c, p[n], p[n - 1]));
  }
  return p;
}

/// v_0 .. v_{count-1}.
std::vector<double> piston_velocities(int count, double half_angle) {
  const auto p = legendre_polynomials(count + 1, std::cos(half_angle));
  std::vector<double> v;
  for (int n = 0; n < count; ++n) v.push_back(((n == 0 ? 1 : p[n - 1]) - p[n + 1]) / 2);
  return v;
}

}  // namespace

Complex modal_impedance(int n, double x) { return modal_impedances(n + 1, x)[n]; }

Complex piston_cap_impedance(double half_angle, double x) {
  const auto z = modal_impedances(piston_terms, x);
  const auto v = piston_velocities(piston_terms, half_angle);
  Complex sum = 0;
  for (int n = 0; n < piston_terms; ++n) sum += v[n] * v[n] * z[n] * 2.0 / (2.0 * n + 1);
  return sum / (1 - std::cos(half_angle));
}

Complex piston_cap_pressure(double half_angle, double x, double theta) {
  const auto z = modal_impedances(piston_terms, x);
  const auto v = piston_velocities(piston_terms, half_angle);
  const auto p = legendre_polynomials(piston_terms, std::cos(theta));
  Complex sum = 0;
  for (int n = 0; n < piston_terms; ++n) sum += v[n] * z[n] * p[n];
  return sum;
}

}  // namespace febem::exact
