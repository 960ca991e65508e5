// Spheres whose surface moves with a given normal velocity.
#include <array>
#include <cmath>

#include "verify/case_text.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr std::array radiated_wavenumbers{1.0, core::pi};
constexpr std::array tolerances{0.005, 0.01};
constexpr std::array frequencies{4, 6, 9};  // of the icosphere: 320, 720, 1620 panels

Row compare_modal_pressure(const SolvedFrequency& solved, int n, std::size_t which) {
  const Complex z =
      solved.fluid_impedance() * exact::modal_impedance(n, radiated_wavenumbers[which]);
  const auto exact = [&](double theta) {
    return z * std::legendre(static_cast<unsigned>(n), std::cos(theta));
  };
  return compare_surface_pressure("surface pressure, " + ka_label(solved) + ", " +
                                      std::to_string(solved.surface().size()) + " panels",
      solved, exact, tolerances[which]);
}

/// A sphere whose surface moves with the normal velocity P_n(cos theta), v_n = 1 m/s. p = rho c z_n
/// P_n, z_n = i h_n(ka)/h_n'(ka): surface error and, over three meshes, order, at ka = 1 and pi.
void radiating_sphere(VerificationSuite& suite, int n) {
  std::array<std::vector<double>, radiated_wavenumbers.size()> h, error;
  for (const int frequency : frequencies) {
    std::size_t which = 0;
    const auto text = icosphere(frequency) + water() + legendre_velocity(n) +
                      at_ka({radiated_wavenumbers.begin(), radiated_wavenumbers.end()});
    suite.solve(text, [&](const SolvedFrequency& solved) {
      const auto row = compare_modal_pressure(solved, n, which);
      if (frequency == frequencies.back()) suite.record(row);
      h[which].push_back(1.0 / frequency);
      error[which++].push_back(row.error);
    });
  }
  if (!suite.is_master()) return;
  for (std::size_t which = 0; which < radiated_wavenumbers.size(); ++which)
    suite.record(
        order_at_least(2, which == 0 ? "ka = 1" : "ka = 3.14", h[which], error[which], 0.2));
}

/// The CBIE of the breathing sphere has no unique solution at ka = pi, where j_0 is zero: its
/// answer is wrong by far more than its mesh. The Burton-Miller equation does not mind.
void solve_by(VerificationSuite& suite, const std::string& equation, double ka, double tolerance,
    Row::Side side) {
  const auto text = icosphere(6) + water() + legendre_velocity(0) + at_ka({ka}) +
                    "[formulation]\nkind = \"" + equation + "\"\n";
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const Complex p = solved.fluid_impedance() * exact::modal_impedance(0, ka);
    auto row = compare_surface_pressure(
        "surface pressure by " + equation + ", " + ka_label(solved), solved,
        [&](double) { return p; }, tolerance);
    row.side = side;
    suite.record(row);
  });
}

void run_irregular_frequency(VerificationSuite& suite) {
  solve_by(suite, "cbie", 1.0, 0.01, Row::Side::within);
  solve_by(suite, "cbie", core::pi, 0.05, Row::Side::above);
  solve_by(suite, "burton_miller", core::pi, 0.02, Row::Side::within);
}

}  // namespace

extern const VerificationCase pulsating_sphere_case{"pulsating_sphere",
    "a sphere that breathes: surface pressure and order of convergence",
    [](VerificationSuite& suite) { radiating_sphere(suite, 0); }};

extern const VerificationCase dipole_sphere_case{"dipole_sphere",
    "a sphere that moves to and fro: surface pressure and order of convergence",
    [](VerificationSuite& suite) { radiating_sphere(suite, 1); }};

extern const VerificationCase irregular_frequency_case{"irregular_frequency",
    "the breathing sphere where the CBIE fails and Burton-Miller does not",
    run_irregular_frequency};

}  // namespace febem::verify
