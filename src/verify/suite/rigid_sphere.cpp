// A rigid sphere in the incident wave e^{ikz}: total surface pressure, f(pi) of the scattered wave, and extinction.
#include <string>
#include <vector>

#include "exact/sphere_scattering.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

void strike(VerificationSuite& suite, int frequency, const std::vector<double>& wavenumbers) {
  const auto text = geometry("sphere", "frequency = " + std::to_string(frequency)) + water() + plane_wave() + at_ka(wavenumbers);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const double ka = solved.at.wavenumber, tolerance = ka < 2.0 ? 0.005 : 0.02;
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::rigid_sphere_pressure(ka, theta); }, tolerance));
    suite.record(compare("|f(pi)|, " + ka_label(solved),
                              std::abs(exact::rigid_sphere_form_function(ka, core::pi)),
                              back_scattered(solved, 1.0), tolerance));
    // Scattering far from resonance is proportional to the square of the volume, of which flat panels lack a part.
    record_extinction(suite, solved, 1.0, exact::rigid_sphere_form_function(ka, 0.0), 0.02);
  });
}

void run_rigid_sphere(VerificationSuite& suite) {
  strike(suite, 9, {1.0, 5.0});
  strike(suite, 14, {10.0});
}

}  // namespace

extern const VerificationCase rigid_sphere_case{"rigid_sphere", "a rigid sphere in an incident plane wave", run_rigid_sphere};

}  // namespace febem::verify
