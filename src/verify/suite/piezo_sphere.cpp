// A hollow sphere of radially poled ceramic in water, driven across its wall and in a plane wave.
//
// D_r = D/s^2 with s = r/a; u = a f(s) solves
//   f'' + 2 f'/s + (kappa^2 - mu/s^2) f = -2 h31 D / (c33D s^3)
//   kappa^2 = rho omega^2 a^2 / c33D,  mu = 2 (c11D + c12D - c13D) / c33D,  h = e/eps,  cD = c + eh
// by series s^q sum a_m s^{2m}, a_m = -kappa^2 a_{m-1} / ((q + 2m)(q + 2m + 1) - mu): two with
// q = -1/2 +- sqrt(mu + 1/4), and that of D with q = -1, a_0 = 2 h31 / (mu c33D). The stress
// c33D f' + 2 c13D f/s - h33 D/s^2 is 0 inside and -p outside, and the voltage is
//   V = a int D/(eps s^2) - h33 f' - 2 h31 f/s ds,  the charge Q = 4 pi a^2 D.
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "core/text_table.h"
#include "verify/case_text.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr double ceramic_radius = 0.05, ceramic_wall = 0.01;  // m

struct Projector {
  Complex admittance, pressure;  // S, Pa at 1 V
};

struct Series {
  Complex q, first, kappa_squared, mu;

  /// f, f', and the integral of f/s.
  std::array<Complex, 3> at(double s) const {
    std::array<Complex, 3> sum{};
    Complex term = first * std::pow(Complex(s), q);
    for (int m = 0; m < 30; ++m) {
      const Complex n = q + 2.0 * m;
      sum[0] += term;
      sum[1] += n / s * term;
      sum[2] += term / n;
      term *= -kappa_squared * s * s / ((n + 2.0) * (n + 3.0) - mu);
    }
    return sum;
  }
};

Projector exact_projector(const fem::Material& ceramic, const cases::Fluid& fluid, double omega) {
  const auto& [c, e, eps, poling, scale] = ceramic.piezoelectric;
  const Complex h31 = e[0] / eps[1], h33 = e[1] / eps[1], c33 = c[3] + e[1] * h33,
                c13 = c[2] + e[0] * h33, mu = 2.0 * (c[0] + c[1] + 2.0 * e[0] * h31 - c13) / c33,
                kappa_squared = ceramic.density * std::pow(omega * ceramic_radius, 2) / c33,
                root = std::sqrt(mu + 0.25);
  constexpr double inner = 1 - ceramic_wall / ceramic_radius,
                   unit = 1e9;  // of D, so that all columns are alike
  const std::array<Series, 3> series{Series{-0.5 + root, 1, kappa_squared, mu},
      {-0.5 - root, 1, kappa_squared, mu}, {-1, 2.0 * h31 / (mu * c33) * unit, kappa_squared, mu}};
  const Complex load = Complex(0, -omega * ceramic_radius) * fluid.density * fluid.sound_speed *
                       exact::modal_impedance(0, omega / fluid.sound_speed * ceramic_radius);
  Eigen::Matrix3cd all;
  Eigen::RowVector3cd outside;
  for (int j = 0; j < 3; ++j) {
    const double d = j == 2 ? unit : 0;
    const auto a = series[j].at(inner), b = series[j].at(1);
    outside[j] = b[0];
    all(0, j) = c33 * a[1] + 2.0 * c13 * a[0] / inner - h33 * d / (inner * inner);
    all(1, j) = c33 * b[1] + 2.0 * c13 * b[0] - h33 * d + load * b[0];
    all(2, j) = ceramic_radius *
                (d / eps[1] * (1 / inner - 1) - h33 * (b[0] - a[0]) - 2.0 * h31 * (b[2] - a[2]));
  }
  const Eigen::Vector3cd x = all.fullPivLu().solve(Eigen::Vector3cd::Unit(2));
  return {Complex(0, -omega) * 4.0 * core::pi * ceramic_radius * ceramic_radius * unit * x[2],
      load * (outside * x)(0)};
}

void run_piezo_sphere(VerificationSuite& suite) {
  const std::string text =
      geometry("shell", "radius = 0.05\nthickness = 0.01\ncells = 8\nsplit = 1\njoin = 2") +
      "[structure]\nfree = true\n[[material]]\nkind = \"piezoelectric\"\nceramic = \"PZT-4\"\n"
      "loss_factor = 0.004\ntan_delta = 0.004\npoling = \"radial\"\nregions = [\"shell\"]\n"
      "[[electrode]]\nfaces = \"outer\"\nkind = \"ground\"\n"
      "[[electrode]]\nfaces = \"inner\"\nkind = \"voltage\"\n" +
      excitation("voltage", "load_case = \"send\"\nfaces = \"inner\"") +
      excitation("plane_wave", "load_case = \"receive\"") + water() + symmetric("xy") +
      "[formulation]\norder = 2\n" + at_hz({1e3, 1e4, 2e4, 3e4});
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& figures = solved.solution.figures;
    const double omega = solved.at.omega;
    const auto exact =
        exact_projector(solved.model.structure->material(0), solved.problem.fluid, omega);
    const double sent = 20 * std::log10(ceramic_radius * std::abs(exact.pressure)) + 120;
    const auto record = [&](const char* what, double level, double found) {
      suite.record({core::formatted("%s, dB (difference), %g Hz", what, solved.at.hz), level, found,
          std::abs(found - level), 0.02});
    };
    if (figures.load_case == "send") {
      suite.record(compare(core::formatted("admittance, S, %g Hz", solved.at.hz), exact.admittance,
          {figures.conductance_s, -figures.susceptance_s}, 1e-3));
      record("transmitting response", sent, figures.transmitting_response_db);
    } else {
      // Reciprocity: |open voltage / wave| = |f / current| 4 pi / (omega rho)
      const double per_current = std::abs(exact.admittance) * omega * solved.problem.fluid.density;
      record("receiving sensitivity", sent - 240 + 20 * std::log10(4 * core::pi / per_current),
          figures.receiving_sensitivity_db);
    }
  });
}

}  // namespace

extern const VerificationCase piezo_sphere_case{"piezo_sphere",
    "a hollow piezoelectric sphere in water, sending and receiving", run_piezo_sphere};

}  // namespace febem::verify
