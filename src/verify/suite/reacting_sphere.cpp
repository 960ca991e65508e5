// A locally reacting sphere in the incident wave e^{ikz}: the coupling of surface and fluid without finite elements.
#include "exact/sphere_scattering.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

constexpr exact::ReactingSphere reacting_sphere{1.0, 1000.0, 1500.0, 300.0, 4e9, 0.05};

void run_reacting_sphere(VerificationSuite& suite) {
  const auto text = geometry("sphere", "frequency = 9") + water() + plane_wave() + at_ka({1.0}) +
                    "[impedance]\nstiffness = " + exactly(reacting_sphere.stiffness) +
                    "\nmass = " + exactly(reacting_sphere.mass) + "\nloss_factor = " + exactly(reacting_sphere.loss_factor) +
                    "\n";
  suite.solve(text, [&](const SolvedFrequency& solved) {
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::reacting_sphere_pressure(reacting_sphere, solved.at.wavenumber, theta); },
        0.01));
  });
}

}  // namespace

extern const VerificationCase reacting_sphere_case{"reacting_sphere", "a locally reacting sphere in an incident plane wave",
                                       run_reacting_sphere};

}  // namespace febem::verify
