// A thick steel shell in water in the incident wave e^{ikz}.
#include "verify/measures.h"
#include "verify/suite/thick_shell.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

void run_shell_struck(VerificationSuite& suite) {
  suite.solve(thick_shell_case(8) + plane_wave() + at_ka({1.0}), [&](const SolvedFrequency& solved) {
    const double omega = solved.at.omega;
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::plane_wave_surface_pressure(thick_shell, exact_water, omega, theta); },
        0.02));
    suite.record(
        compare("|f(pi)|, " + ka_label(solved),
                std::abs(exact::plane_wave_form_function(thick_shell, exact_water, omega, core::pi)),
                back_scattered(solved, thick_shell.outer_radius), 0.03));
  });
}

}  // namespace

extern const VerificationCase shell_struck_case{"shell_struck", "a thick steel shell in water in an incident plane wave",
                                    run_shell_struck};

}  // namespace febem::verify
