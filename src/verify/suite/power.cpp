// Power of the forces = power lost in the structure + power given to the fluid, exactly so in the discrete
// system.
#include "verify/case_text.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

void record_balance(VerificationSuite& suite, const std::string& driven_by, const std::string& excitation) {
  const auto text = geometry("shell", "cells = 3") + water() + at_ka({2.0}) + excitation +
                    free_structure("shell", 210e9, 0.3, 7800.0, 0.05);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& figures = solved.solution.figures;
    suite.record({"input = dissipated + radiated, W, driven by " + driven_by, figures.input_power_w,
                       figures.dissipated_power_w + figures.radiated_power_w, figures.power_balance_error,
                       1e-9});
  });
}

void run_power(VerificationSuite& suite) {
  record_balance(
      suite, "pressures",
      legendre_pressure("inner", 0) + legendre_pressure("inner", 1) + legendre_pressure("inner", 2));
  record_balance(suite, "a plane wave", plane_wave());
}

}  // namespace

extern const VerificationCase power_case{"power", "the power balance of a lossy shell", run_power};

}  // namespace febem::verify
