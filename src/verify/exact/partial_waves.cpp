#include "verify/exact/partial_waves.h"

#include <Eigen/QR>
#include <array>
#include <boost/math/special_functions/legendre.hpp>
#include <cmath>
#include <vector>

namespace febem::exact {

// f_n' = (n/x) f_n - f_{n+1}   (Abramowitz & Stegun 10.1.22)

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
  constexpr std::array<Complex, 4> powers{
      Complex(1, 0), Complex(0, 1), Complex(-1, 0), Complex(0, -1)};
  return powers[n % 4];
}

// z_n = i h_n/h_n'. The ratio g_n = h_n/h_{n-1} obeys g_{n+1} = (2n+1)/x - 1/g_n, g_1 = 1/x - i,
// stable upwards and free of overflow, and h_n'/h_n = 1/g_n - (n+1)/x.
//
// Piston cap: v_n = 1/2 [P_{n-1}(cos t0) - P_{n+1}(cos t0)], P_{-1} = 1;
//   p(theta) = sum v_n z_n P_n(cos theta),   mean = sum v_n^2 z_n 4 pi/(2n+1) / [2 pi (1 - cos t0)]

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

// Waves h_n(kr) P_n about the sphere and, times `image`, about its image. Their amplitudes make the
// error of the velocity at many angles least.

std::vector<Complex> pulsating_above_plane(
    double x, double height, double image, const std::vector<double>& theta) {
  const int waves = partial_waves(x) + 6, angles = 8 * waves;
  constexpr double step = 1e-4;  // of the radius, for the slope
  const auto all_waves = [&](double r, double angle) {
    Eigen::RowVectorXcd sum = Eigen::RowVectorXcd::Zero(waves);
    const double up = r * std::cos(angle), aside = r * std::sin(angle);
    for (const auto& [sign, z] : {std::pair(1.0, up), std::pair(image, -2 * height - up)}) {
      const double distance = std::hypot(aside, z);
      for (int n = 0; n < waves; ++n)
        sum[n] += sign * spherical_h(n, x * distance).value / spherical_h(n, x).value *
                  std::legendre(n, z / distance);
    }
    return sum;
  };
  Eigen::MatrixXcd slope(angles, waves);
  for (int i = 0; i < angles; ++i) {
    const double angle = pi * (i + 0.5) / angles;
    slope.row(i) = (all_waves(1 + step, angle) - all_waves(1 - step, angle)) / (2 * step);
  }
  // dp/dr = i k rho c v
  const Eigen::VectorXcd amplitudes =
      slope.householderQr().solve(Eigen::VectorXcd::Constant(angles, Complex(0, x)));
  std::vector<Complex> p;
  for (const double angle : theta) p.push_back((all_waves(1, angle) * amplitudes)[0]);
  return p;
}

// Plane wave:    p_b = sum p_b,n P_n on the sphere held still,  p_b,n = (2n+1) i^{n+1} / (x^2 h_n')
//                p_n = p_b,n + rho c z_n v_n and rho c v_n = -y_n p_n, so
//                    p_n = p_b,n / (1 + z_n y_n)
//                p_s = sum c_n h_n(kr) P_n with (2n+1) i^n j_n' + c_n h_n' = i rho c v_n,
//                f = (2/x) sum (-i)^{n+1} c_n P_n
// Beside a monopole at d: e^{ikr}/r = ik sum (2n+1) j_n(k r<) h_n(k r>) P_n, so on the sphere, with
// j h' - j' h = i/x^2,
//                p a = -(1/x) sum (2n+1) h_n(kd)/h_n'(x) P_n

namespace {

/// p_n and y_n p_n.
struct SurfaceOrder {
  Complex pressure, inward;
};

SurfaceOrder surface_order(int n, double x, const Admittance& admittance) {
  const Complex blocked =
                    double(2 * n + 1) * power_of_i(n + 1) / (x * x * spherical_h(n, x).derivative),
                y = admittance(n);
  const Complex pressure = blocked / (1.0 + modal_impedance(n, x) * y);
  return {pressure, y * pressure};
}

}  // namespace

Admittance locally_reacting(const ReactingSurface& surface, const Fluid& fluid, double omega) {
  const Complex stiffness = surface.stiffness * Complex(1, -surface.loss_factor);
  const Complex impedance = (stiffness - omega * omega * surface.mass) / Complex(0, -omega);
  return [=](int) { return fluid.density * fluid.sound_speed / impedance; };
}

Complex sphere_pressure(double x, double theta, const Admittance& admittance) {
  Complex sum = 0;
  for (int n = 0; n < partial_waves(x); ++n)
    sum += surface_order(n, x, admittance).pressure * std::legendre(n, std::cos(theta));
  return sum;
}

Complex sphere_form_function(double x, double theta, const Admittance& admittance) {
  Complex sum = 0;
  for (int n = 0; n < partial_waves(x); ++n) {
    const Complex incident = double(2 * n + 1) * power_of_i(n) * spherical_j(n, x).derivative;
    const Complex c = -(incident + Complex(0, 1) * surface_order(n, x, admittance).inward) /
                      spherical_h(n, x).derivative;
    sum += std::conj(power_of_i(n + 1)) * c * std::legendre(n, std::cos(theta));
  }
  return sum * 2.0 / x;
}

Complex rigid_sphere_pressure_beside_monopole(double x, double distance, double theta) {
  // Terms fall as distance^{-n}, whatever x.
  const int terms = partial_waves(x) + static_cast<int>(40 / std::log(distance));
  Complex sum = 0;
  for (int n = 0; n < terms; ++n) {
    const Complex outer = spherical_h(n, x * distance).value,
                  derivative = spherical_h(n, x).derivative;
    if (!(std::abs(derivative) < 1e300)) break;  // the ratio is distance^{-n}
    sum -= double(2 * n + 1) * outer / derivative * std::legendre(n, std::cos(theta));
  }
  return sum / x;
}

}  // namespace febem::exact
