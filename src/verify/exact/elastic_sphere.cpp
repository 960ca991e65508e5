// u = grad phi + curl curl (r psi), phi = f(r) P_n, psi = g(r) P_n, with f of k_l r and g of k_t r
// spherical Bessel functions; lambda = n(n+1), u_t the factor of dP_n/dtheta, sigma_rt likewise:
//
//   u_r      = f' + lambda g/r                                u_t = f/r + g/r + g'
//   sigma_rr = -lambda_L k_l^2 f + 2 mu f'' + 2 mu lambda (g'/r - g/r^2)
//   sigma_rt = 2 mu (f'/r - f/r^2) + mu (g'' + (lambda - 2) g/r^2)
//
// Outer surface: sigma_rr = -p, sigma_rt = 0; without an incident wave p = rho omega^2 u_r h/(k
// h'). Inner surface: sigma_rr = -p_in, sigma_rt = 0. For n = 0 neither psi nor sigma_rt exist.
#include "verify/exact/elastic_sphere.h"

#include <Eigen/LU>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>

namespace febem::exact {

namespace {

struct Boundary {
  double u_r, sigma_rr, sigma_rt;
};

struct Waves {
  double lame, shear_modulus, k_longitudinal, k_transverse;
};

Waves waves(const ElasticSphere& s, double omega) {
  const double nu = s.poisson_ratio, mu = s.youngs_modulus / (2 * (1 + nu));
  const double lame = s.youngs_modulus * nu / ((1 + nu) * (1 - 2 * nu));
  return {
      lame, mu, omega * std::sqrt(s.density / (lame + 2 * mu)), omega * std::sqrt(s.density / mu)};
}

using BesselFunction = Radial<double> (*)(int, double);

/// f, f', f'' with respect to r of a Bessel function of k r.
struct Derivatives {
  double value, first, second;
};

Derivatives derivatives(BesselFunction bessel, int n, double k, double r) {
  const auto [value, derivative] = bessel(n, k * r);
  const double first = k * derivative;
  return {value, first, -2 * first / r - (k * k - n * (n + 1) / (r * r)) * value};
}

Boundary longitudinal(BesselFunction bessel, int n, const Waves& w, double r) {
  const auto [f, f1, f2] = derivatives(bessel, n, w.k_longitudinal, r);
  const double mu = w.shear_modulus;
  return {f1, -w.lame * w.k_longitudinal * w.k_longitudinal * f + 2 * mu * f2,
      2 * mu * (f1 / r - f / (r * r))};
}

Boundary transverse(BesselFunction bessel, int n, const Waves& w, double r) {
  const auto [g, g1, g2] = derivatives(bessel, n, w.k_transverse, r);
  const double mu = w.shear_modulus, lambda = n * (n + 1);
  return {lambda * g / r, 2 * mu * lambda * (g1 / r - g / (r * r)),
      mu * (g2 + (lambda - 2) * g / (r * r))};
}

/// Tractions of the independent motions, one a column, each scaled to unit length; and their
/// outward displacement.
struct Motions {
  Eigen::MatrixXd
      tractions;  ///< rows: outer sigma_rr, outer sigma_rt, inner sigma_rr, inner sigma_rt
  Eigen::RowVectorXd displacement;  ///< u_r at the outer surface
};

Motions motions(const ElasticSphere& sphere, int n, double omega) {
  const Waves w = waves(sphere, omega);
  const bool hollow = sphere.inner_radius > 0;
  const int stresses = n == 0 ? 1 : 2, surfaces = hollow ? 2 : 1, count = stresses * surfaces;
  Motions result{Eigen::MatrixXd(count, count), Eigen::RowVectorXd(count)};
  int column = 0;
  for (const BesselFunction bessel : {&spherical_j, &spherical_y}) {
    if (bessel == &spherical_y && !hollow) continue;
    for (const auto wave : {&longitudinal, &transverse}) {
      if (wave == &transverse && n == 0) continue;
      for (int surface = 0; surface < surfaces; ++surface) {
        const Boundary b =
            wave(bessel, n, w, surface == 0 ? sphere.outer_radius : sphere.inner_radius);
        result.tractions(surface * stresses, column) = b.sigma_rr;
        if (n > 0) result.tractions(surface * stresses + 1, column) = b.sigma_rt;
        if (surface == 0) result.displacement[column] = b.u_r;
      }
      const double scale = result.tractions.col(column).norm();
      result.tractions.col(column) /= scale;
      result.displacement[column++] /= scale;
    }
  }
  return result;
}

/// Radial displacement of the outer surface under the pressures `outer` and `inner` (coefficients
/// of P_n, Pa), and under `reaction` times the displacement itself.
Complex displacement(const ElasticSphere& sphere, int n, double omega, Complex outer, Complex inner,
    Complex reaction) {
  const Motions m = motions(sphere, n, omega);
  Eigen::MatrixXcd matrix = m.tractions.cast<Complex>();
  matrix.row(0) += reaction * m.displacement;
  Eigen::VectorXcd load = Eigen::VectorXcd::Zero(matrix.rows());
  load[0] = -outer;
  if (sphere.inner_radius > 0) load[matrix.rows() / 2] = -inner;
  return m.displacement.cast<Complex>() * matrix.fullPivLu().solve(load);
}

/// Vanishes at the free vibrations; continuous in frequency because columns are scaled by positive
/// numbers.
double free_determinant(const ElasticSphere& sphere, int n, double frequency) {
  return motions(sphere, n, 2 * pi * frequency).tractions.determinant();
}

}  // namespace

SurfaceResponse driven_from_inside(
    const ElasticSphere& sphere, const Fluid& fluid, int n, double omega) {
  const double k = omega / fluid.sound_speed;
  const auto h = spherical_h(n, k * sphere.outer_radius);
  const Complex pressure_per_displacement =
      fluid.density * omega * omega * h.value / (k * h.derivative);
  const Complex u = displacement(sphere, n, omega, 0, 1, pressure_per_displacement);
  return {pressure_per_displacement * u, u};
}

Admittance elastic(const ElasticSphere& sphere, const Fluid& fluid, double omega) {
  return [=](int n) {
    return fluid.density * fluid.sound_speed * Complex(0, omega) *
           displacement(sphere, n, omega, 1, 0, 0);
  };
}

std::vector<double> in_vacuo_frequencies(const ElasticSphere& sphere, int n, double highest) {
  const auto determinant = [&](double frequency) { return free_determinant(sphere, n, frequency); };
  // Far finer than the spacing of modes of one n, and far below the lowest of them.
  const double transverse_speed = 1 / waves(sphere, 1).k_transverse;
  const double step = transverse_speed / sphere.outer_radius / 200;
  std::vector<double> found;
  double low = step, at_low = determinant(low);
  while (low < highest) {
    const double high = std::min(low + step, highest), at_high = determinant(high);
    if (std::signbit(at_low) != std::signbit(at_high)) {
      std::uintmax_t iterations = 100;
      const auto [below, above] = boost::math::tools::toms748_solve(determinant, low, high, at_low,
          at_high, boost::math::tools::eps_tolerance<double>(48), iterations);
      found.push_back((below + above) / 2);
    }
    if (high == highest) break;
    low = high;
    at_low = at_high;
  }
  return found;
}

}  // namespace febem::exact
