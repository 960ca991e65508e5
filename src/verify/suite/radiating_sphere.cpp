#include "verify/suite/radiating_sphere.h"

#include <array>
#include <cmath>

#include "exact/radiating_sphere.h"
#include "verify/case_text.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr std::array radiated_wavenumbers{1.0, core::pi};
constexpr std::array tolerances{0.005, 0.01};
constexpr std::array frequencies{4, 6, 9};  // of the icosphere: 320, 720, 1620 panels

Row compare_modal_pressure(const SolvedFrequency& solved, int n, std::size_t which) {
  const Complex z = solved.fluid_impedance() * exact::modal_impedance(n, radiated_wavenumbers[which]);
  const auto exact = [&](double theta) {
    return z * std::legendre(static_cast<unsigned>(n), std::cos(theta));
  };
  return compare_surface_pressure(
      "surface pressure, " + ka_label(solved) + ", " + std::to_string(solved.surface().size()) + " panels",
      solved, exact, tolerances[which]);
}

}  // namespace

void radiating_sphere(VerificationSuite& suite, int n) {
  std::array<std::vector<double>, radiated_wavenumbers.size()> h, error;
  for (const int frequency : frequencies) {
    std::size_t which = 0;
    const auto text = geometry("sphere", "frequency = " + std::to_string(frequency)) + water() +
                      legendre_velocity(n) + at_ka({radiated_wavenumbers.begin(), radiated_wavenumbers.end()});
    suite.solve(text, [&](const SolvedFrequency& solved) {
      const auto row = compare_modal_pressure(solved, n, which);
      if (frequency == frequencies.back()) suite.record(row);
      h[which].push_back(1.0 / frequency);
      error[which++].push_back(row.error);
    });
  }
  if (!suite.is_master()) return;
  for (std::size_t which = 0; which < radiated_wavenumbers.size(); ++which)
    suite.record(second_order(which == 0 ? "ka = 1" : "ka = 3.14", h[which], error[which], 0.2));
}

}  // namespace febem::verify
