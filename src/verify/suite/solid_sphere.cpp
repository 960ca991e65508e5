// A solid aluminium sphere in water in the incident wave e^{ikz}.
#include "exact/elastic_sphere.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

constexpr exact::ElasticSphere aluminium_sphere{70e9, 0.33, 2700.0, 1.0, 0.0};
constexpr exact::Fluid fluid{1000.0, 1500.0};

void run_solid_sphere(VerificationSuite& suite) {
  const auto text = geometry("solid_sphere", "cells = 6\nlayers = 2\nsplit = 2") + water() +
                    free_structure("sphere", aluminium_sphere.youngs_modulus, aluminium_sphere.poisson_ratio,
                                   aluminium_sphere.density) +
                    plane_wave() + at_ka({1.0});
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const double omega = solved.at.omega;
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::plane_wave_surface_pressure(aluminium_sphere, fluid, omega, theta); }, 0.03));
    suite.record(compare("|f(pi)|, " + ka_label(solved),
                              std::abs(exact::plane_wave_form_function(aluminium_sphere, fluid, omega, core::pi)),
                              back_scattered(solved, aluminium_sphere.outer_radius), 0.03));
    record_extinction(suite, solved, aluminium_sphere.outer_radius,
                      exact::plane_wave_form_function(aluminium_sphere, fluid, omega, 0.0), 0.03);
  });
}

}  // namespace

extern const VerificationCase solid_sphere_case{"solid_sphere",
                                    "a solid aluminium sphere in water in an incident plane wave", run_solid_sphere};

}  // namespace febem::verify
