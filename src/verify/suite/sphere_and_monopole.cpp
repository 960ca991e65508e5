// A rigid sphere beside a monopole of 1 m^3/s: total surface pressure.
#include "exact/sphere_scattering.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

constexpr double distance = 1.6;  // radii

void run_sphere_and_monopole(VerificationSuite& suite) {
  const auto text = geometry("sphere", "frequency = 9") + water() + point_source("monopole", {0, 0, distance}) + at_ka({1.0, 3.0});
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const double ka = solved.at.wavenumber;
    // p = -i omega rho Q e^{ikr} / (4 pi r)
    const Complex strength = Complex(0, -solved.at.omega * solved.problem.fluid.density) / (4 * core::pi);
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return strength * exact::rigid_sphere_pressure_beside_monopole(ka, distance, theta); }, 0.01));
  });
}

}  // namespace

extern const VerificationCase sphere_and_monopole_case{
    "sphere_and_monopole", "a rigid sphere in the incident field of a monopole", run_sphere_and_monopole};

}  // namespace febem::verify
