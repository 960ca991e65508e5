// The CBIE of the breathing sphere has no unique solution at ka = pi, where j_0 is zero: its answer is wrong
// by far more than its mesh. The Burton-Miller equation does not mind.
#include "exact/radiating_sphere.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

void solve_by(VerificationSuite& suite, const std::string& equation, double ka, double tolerance,
              Row::Side side) {
  const auto text = geometry("sphere", "frequency = 6") + water() + legendre_velocity(0) + at_ka({ka}) +
                    "[formulation]\nkind = \"" + equation + "\"\n";
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const Complex p = solved.fluid_impedance() * exact::modal_impedance(0, ka);
    auto row = compare_surface_pressure(
        "surface pressure by " + equation + ", " + ka_label(solved), solved, [&](double) { return p; },
        tolerance);
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

extern const VerificationCase irregular_frequency_case{
    "irregular_frequency", "the breathing sphere where the CBIE fails and Burton-Miller does not", run_irregular_frequency};

}  // namespace febem::verify
