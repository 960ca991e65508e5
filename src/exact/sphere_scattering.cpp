// Rigid sphere:  p_b = sum p_b,n P_n,  p_b,n = (2n+1) i^{n+1} / (x^2 h_n'),
//                f = (2/ix) sum (2n+1) (-j_n'/h_n') P_n
// Beside a monopole at d: e^{ikr}/r = ik sum (2n+1) j_n(k r<) h_n(k r>) P_n, so on the sphere, with j h' - j' h = i/x^2,
//                p a = -(1/x) sum (2n+1) h_n(kd)/h_n'(x) P_n
// Locally reacting: Z = [k_s (1 - i eta) - omega^2 m] / (-i omega),  V_n = -p_b,n / (Z + rho c z_n) outwards,
//                p_n = p_b,n + rho c z_n V_n
#include "exact/sphere_scattering.h"

#include <cmath>

#include "exact/radiating_sphere.h"
#include "exact/spherical_bessel.h"

namespace febem::exact {

namespace {

/// p_b,n: the coefficient of P_n in the pressure on the sphere held still.
Complex blocked_pressure(int n, double x) {
  return double(2 * n + 1) * power_of_i(n + 1) / (x * x * spherical_h(n, x).derivative);
}

}  // namespace

Complex rigid_sphere_pressure(double x, double theta) {
  Complex sum = 0;
  for (int n = 0; n < partial_waves(x); ++n)
    sum += blocked_pressure(n, x) * std::legendre(n, std::cos(theta));
  return sum;
}

Complex rigid_sphere_form_function(double x, double theta) {
  Complex sum = 0;
  for (int n = 0; n < partial_waves(x); ++n) {
    const Complex scattered = -spherical_j(n, x).derivative / spherical_h(n, x).derivative;
    sum += double(2 * n + 1) * scattered * std::legendre(n, std::cos(theta));
  }
  return sum * 2.0 / Complex(0, x);
}

Complex rigid_sphere_pressure_beside_monopole(double x, double distance, double theta) {
  // Terms fall as distance^{-n}, whatever x.
  const int terms = partial_waves(x) + static_cast<int>(40 / std::log(distance));
  Complex sum = 0;
  for (int n = 0; n < terms; ++n) {
    const Complex outer = spherical_h(n, x * distance).value, derivative = spherical_h(n, x).derivative;
    if (!(std::abs(derivative) < 1e300)) break;  // the ratio is distance^{-n}
    sum -= double(2 * n + 1) * outer / derivative * std::legendre(n, std::cos(theta));
  }
  return sum / x;
}

Complex reacting_sphere_pressure(const ReactingSphere& sphere, double x, double theta) {
  const double omega = x / sphere.radius * sphere.sound_speed;
  const Complex stiffness = sphere.stiffness * Complex(1, -sphere.loss_factor);
  const Complex impedance = (stiffness - omega * omega * sphere.mass) / Complex(0, -omega);
  Complex sum = 0;
  for (int n = 0; n < partial_waves(x); ++n) {
    const Complex radiation = sphere.fluid_density * sphere.sound_speed * modal_impedance(n, x);
    const Complex blocked = blocked_pressure(n, x), velocity = -blocked / (impedance + radiation);
    sum += (blocked + radiation * velocity) * std::legendre(n, std::cos(theta));
  }
  return sum;
}

}  // namespace febem::exact
