// Caps of half angle 30 and 60 deg that move in a rigid sphere: z = mean of p/(rho c v) over the cap. The velocity
// jumps at the edge of the cap, which leaves first order: it takes a finer mesh than a smooth motion.
#include "exact/radiating_sphere.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

void move_cap(VerificationSuite& suite, int degrees) {
  const auto angle = std::to_string(degrees);
  const auto text = geometry("sphere", "frequency = 12\ncap_angle = " + angle) + water() + at_ka({1.0, 2.0, 5.0}) +
                    "[[excitation]]\nkind = \"velocity\"\npanels = \"cap\"\namplitude = 1\n";
  suite.solve(text, [&](const SolvedFrequency& solved) {
    record_parts(suite, "z of " + angle + " deg, " + ka_label(solved),
                 exact::piston_cap_impedance(degrees * core::pi / 180, solved.at.wavenumber),
                 mean_pressure(solved, "cap") / solved.fluid_impedance(), solved.at.wavenumber < 3 ? 0.01 : 0.035);
  });
}

void run_piston_cap(VerificationSuite& suite) {
  for (const int degrees : {30, 60}) move_cap(suite, degrees);
}

}  // namespace

extern const VerificationCase piston_cap_case{
    "piston_cap", "a piston in a rigid sphere: resistance and reactance", run_piston_cap};

}  // namespace febem::verify
