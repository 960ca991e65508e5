// Spheres of radius 1 m in an incident field: rigid, locally reacting, and elastic.
#include <string>

#include "verify/case_text.h"
#include "verify/exact/elastic_sphere.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr exact::Fluid fluid{1000.0, 1500.0};
constexpr exact::ReactingSurface reacting{300.0, 4e9, 0.05};
constexpr exact::ElasticSphere aluminium{70e9, 0.33, 2700.0, 1.0, 0.0},
    steel_shell{210e9, 0.3, 7800.0, 1.0, 0.95};

std::string elastic_body(const exact::ElasticSphere& body, const std::string& region) {
  return free_structure(region, body.youngs_modulus, body.poisson_ratio, body.density);
}

/// A sphere in the wave e^{ikz}.
struct Struck {
  std::string body;  ///< the case without fluid, excitation and frequency
  double ka;
  exact::Admittance admittance;
  /// Tolerances of the surface pressure, of |f(pi)| of the scattered wave, and of the extinction;
  /// zero: not compared.
  double pressure, backscatter, extinction;
};

void strike(VerificationSuite& suite, const Struck& sphere) {
  suite.solve(sphere.body + water() + plane_wave() + at_ka({sphere.ka}),
      [&](const SolvedFrequency& solved) {
        const auto exact_pressure = [&](double theta) {
          return exact::sphere_pressure(sphere.ka, theta, sphere.admittance);
        };
        const auto form_function = [&](double theta) {
          return exact::sphere_form_function(sphere.ka, theta, sphere.admittance);
        };
        suite.record(compare_surface_pressure(
            "surface pressure, " + ka_label(solved), solved, exact_pressure, sphere.pressure));
        if (sphere.backscatter > 0)
          suite.record(compare("|f(pi)|, " + ka_label(solved), std::abs(form_function(core::pi)),
              back_scattered(solved), sphere.backscatter));
        if (sphere.extinction > 0)
          record_extinction(suite, solved, form_function(0), sphere.extinction);
      });
}

// Scattering far from resonance is proportional to the square of the volume, of which flat panels
// lack a part.
void run_rigid_sphere(VerificationSuite& suite) {
  strike(suite, {icosphere(9), 1, exact::rigid, 0.005, 0.005, 0.02});
  strike(suite, {icosphere(9), 5, exact::rigid, 0.02, 0.02, 0.02});
  strike(suite, {icosphere(14), 10, exact::rigid, 0.02, 0.02, 0.02});
}

// The coupling of surface and fluid without finite elements.
void run_reacting_sphere(VerificationSuite& suite) {
  const auto impedance = "[impedance]\nstiffness = " + exactly(reacting.stiffness) +
                         "\nmass = " + exactly(reacting.mass) +
                         "\nloss_factor = " + exactly(reacting.loss_factor) + "\n";
  strike(suite, {icosphere(9) + impedance, 1, exact::locally_reacting(reacting, fluid, omega_at(1)),
                    0.01, 0, 0});
}

void run_solid_sphere(VerificationSuite& suite) {
  const auto body = geometry("solid_sphere", "cells = 6\nlayers = 2\nsplit = 2") +
                    elastic_body(aluminium, "sphere");
  strike(suite, {body, 1, exact::elastic(aluminium, fluid, omega_at(1)), 0.03, 0.03, 0.03});
}

void run_shell_struck(VerificationSuite& suite) {
  const auto body =
      geometry("shell", "thickness = 0.05\ncells = 8") + elastic_body(steel_shell, "shell");
  strike(suite, {body, 1, exact::elastic(steel_shell, fluid, omega_at(1)), 0.02, 0.03, 0});
}

// A rigid sphere beside a monopole of 1 m^3/s: p = -i omega rho Q e^{ikr} / (4 pi r).
void run_sphere_and_monopole(VerificationSuite& suite) {
  constexpr double distance = 1.6;  // radii
  suite.solve(
      icosphere(9) + water() + point_source("monopole", {0, 0, distance}) + at_ka({1.0, 3.0}),
      [&](const SolvedFrequency& solved) {
        const Complex strength = Complex(0, -solved.at.omega * fluid.density) / (4 * core::pi);
        const auto exact_pressure = [&](double theta) {
          return strength * exact::rigid_sphere_pressure_beside_monopole(
                                solved.at.wavenumber, distance, theta);
        };
        suite.record(compare_surface_pressure(
            "surface pressure, " + ka_label(solved), solved, exact_pressure, 0.01));
      });
}

}  // namespace

extern const VerificationCase rigid_sphere_case{
    "rigid_sphere", "a rigid sphere in an incident plane wave", run_rigid_sphere};

extern const VerificationCase sphere_and_monopole_case{"sphere_and_monopole",
    "a rigid sphere in the incident field of a monopole", run_sphere_and_monopole};

extern const VerificationCase reacting_sphere_case{
    "reacting_sphere", "a locally reacting sphere in an incident plane wave", run_reacting_sphere};

extern const VerificationCase solid_sphere_case{"solid_sphere",
    "a solid aluminium sphere in water in an incident plane wave", run_solid_sphere};

extern const VerificationCase shell_struck_case{
    "shell_struck", "a thick steel shell in water in an incident plane wave", run_shell_struck};

}  // namespace febem::verify
