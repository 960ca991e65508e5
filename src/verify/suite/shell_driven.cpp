// A thick steel shell in water, pressures P_0 .. P_3 of 1 Pa on its inner surface, all at once: the orders of
// a sphere do not mix.
#include "verify/measures.h"
#include "verify/suite/thick_shell.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

constexpr int orders = 4;

void run_shell_driven(VerificationSuite& suite) {
  auto text = thick_shell_case(8) + at_ka({1.0});
  for (int n = 0; n < orders; ++n) text += legendre_pressure("inner", n);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto p = legendre_coefficients(solved.surface(), solved.solution.pressure, orders);
    for (int n = 0; n < orders; ++n)
      suite.record(
          compare("wet surface p_n, n = " + std::to_string(n) + ", " + ka_label(solved),
                  exact::driven_from_inside(thick_shell, exact_water, n, solved.at.omega).pressure,
                  p[static_cast<std::size_t>(n)], 0.02));
  });
}

}  // namespace

extern const VerificationCase shell_driven_case{
    "shell_driven", "a thick steel shell in water driven from inside", run_shell_driven};

}  // namespace febem::verify
