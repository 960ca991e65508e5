// Spheres of radius 1 m in an incident field: rigid, locally reacting, and of solid aluminium.
#include <string>
#include <vector>

#include "verify/case_text.h"
#include "verify/exact/elastic_sphere.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

/// A rigid sphere in the incident wave e^{ikz}: total surface pressure, f(pi) of the scattered wave, and extinction.
void strike(VerificationSuite& suite, int frequency, const std::vector<double>& wavenumbers) {
  const auto text = geometry("sphere", "frequency = " + std::to_string(frequency)) + water() + plane_wave() + at_ka(wavenumbers);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const double ka = solved.at.wavenumber, tolerance = ka < 2.0 ? 0.005 : 0.02;
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved, [&](double theta) { return exact::rigid_sphere_pressure(ka, theta); }, tolerance));
    suite.record(
        compare("|f(pi)|, " + ka_label(solved), std::abs(exact::rigid_sphere_form_function(ka, core::pi)), back_scattered(solved, 1.0), tolerance));
    // Scattering far from resonance is proportional to the square of the volume, of which flat panels lack a part.
    record_extinction(suite, solved, 1.0, exact::rigid_sphere_form_function(ka, 0.0), 0.02);
  });
}

void run_rigid_sphere(VerificationSuite& suite) {
  strike(suite, 9, {1.0, 5.0});
  strike(suite, 14, {10.0});
}

// A rigid sphere beside a monopole of 1 m^3/s: total surface pressure.

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

// A locally reacting sphere in the incident wave e^{ikz}: the coupling of surface and fluid without finite elements.

constexpr exact::ReactingSphere reacting_sphere{1.0, 1000.0, 1500.0, 300.0, 4e9, 0.05};

void run_reacting_sphere(VerificationSuite& suite) {
  const auto text = geometry("sphere", "frequency = 9") + water() + plane_wave() + at_ka({1.0}) +
                    "[impedance]\nstiffness = " + exactly(reacting_sphere.stiffness) + "\nmass = " + exactly(reacting_sphere.mass) +
                    "\nloss_factor = " + exactly(reacting_sphere.loss_factor) + "\n";
  suite.solve(text, [&](const SolvedFrequency& solved) {
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::reacting_sphere_pressure(reacting_sphere, solved.at.wavenumber, theta); }, 0.01));
  });
}

// A solid aluminium sphere in water in the incident wave e^{ikz}.

constexpr exact::ElasticSphere aluminium_sphere{70e9, 0.33, 2700.0, 1.0, 0.0};
constexpr exact::Fluid fluid{1000.0, 1500.0};

void run_solid_sphere(VerificationSuite& suite) {
  const auto text = geometry("solid_sphere", "cells = 6\nlayers = 2\nsplit = 2") + water() +
                    free_structure("sphere", aluminium_sphere.youngs_modulus, aluminium_sphere.poisson_ratio, aluminium_sphere.density) +
                    plane_wave() + at_ka({1.0});
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const double omega = solved.at.omega;
    suite.record(compare_surface_pressure(
        "surface pressure, " + ka_label(solved), solved,
        [&](double theta) { return exact::plane_wave_surface_pressure(aluminium_sphere, fluid, omega, theta); }, 0.03));
    suite.record(compare("|f(pi)|, " + ka_label(solved), std::abs(exact::plane_wave_form_function(aluminium_sphere, fluid, omega, core::pi)),
                         back_scattered(solved, aluminium_sphere.outer_radius), 0.03));
    record_extinction(suite, solved, aluminium_sphere.outer_radius, exact::plane_wave_form_function(aluminium_sphere, fluid, omega, 0.0), 0.03);
  });
}

}  // namespace

extern const VerificationCase rigid_sphere_case{"rigid_sphere", "a rigid sphere in an incident plane wave", run_rigid_sphere};

extern const VerificationCase sphere_and_monopole_case{"sphere_and_monopole", "a rigid sphere in the incident field of a monopole",
                                                       run_sphere_and_monopole};

extern const VerificationCase reacting_sphere_case{"reacting_sphere", "a locally reacting sphere in an incident plane wave", run_reacting_sphere};

extern const VerificationCase solid_sphere_case{"solid_sphere", "a solid aluminium sphere in water in an incident plane wave", run_solid_sphere};

}  // namespace febem::verify
