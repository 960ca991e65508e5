// A piston in a rigid baffle, and a sphere above a plane.
#include <utility>
#include <vector>

#include "core/text_table.h"
#include "verify/case_text.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

/// z = 1 - J_1(2x)/x - i H_1(2x)/x, x = ka, of a circular piston in an infinite baffle; H_1 is
/// Struve's function.
struct BaffledPiston {
  double ka;
  Complex impedance;
};
const std::vector<BaffledPiston> baffled_pistons{{0.5, {0.1198988285, -0.3969146806}},
    {1, {0.4232751922, -0.6467637446}}, {2, {1.0330216640, -0.5348633634}},
    {4, {0.9413409133, -0.1220290770}}};

// The end of a cylinder lies in the plane. What is behind the plane is left out, and of the end a
// quarter is enough.
void run_baffled_piston(VerificationSuite& suite) {
  std::vector<double> ka;
  for (const auto& piston : baffled_pistons) ka.push_back(piston.ka);
  const auto text =
      geometry("cylinder",
          "radius = 1.1\nlength = 0.4\npiston_radius = 1\naround = 24\npiston_rings = 4\n"
          "rim_rings = 1\nstations = 2") +
      water() + at_ka(ka) + excitation("velocity", "panels = \"piston\"") +
      "[formulation]\norder = 1\n[[plane]]\nnormal = \"z\"\nat = 0.2\n" + symmetric("xy");
  std::size_t which = 0;
  suite.solve(text, [&](const SolvedFrequency& solved) {
    record_parts(suite, "z, " + ka_label(solved), baffled_pistons[which++].impedance,
        mean_pressure(solved, "piston") / solved.fluid_impedance(), 0.005);
    suite.record(compare("power over far-field power, " + ka_label(solved), 1,
        solved.solution.figures.surface_over_far_field, 0.01));
  });
}

void run_sphere_above_plane(VerificationSuite& suite) {
  for (const auto& [kind, sign] : {std::pair("rigid", 1.0), std::pair("pressure_release", -1.0)})
    for (const double height : {1.1, 1.5, 5.0}) {
      const auto plane = core::formatted("[[plane]]\nkind = \"%s\"\nat = %g\n", kind, -height);
      suite.solve(geometry("shell", "cells = 4\nsplit = 1") + water() + at_ka({2.0}) +
                      legendre_velocity(0) + "[formulation]\norder = 2\n" + plane + symmetric("xy"),
          [&](const SolvedFrequency& solved) {
            auto exact = exact::pulsating_above_plane(
                solved.at.wavenumber, height, sign, polar_angles(solved.surface()));
            for (auto& p : exact) p *= solved.fluid_impedance();
            suite.record(compare_surface_pressure(
                core::formatted("surface pressure, %g radii above %s plane", height, kind), solved,
                exact, 0.002));
          });
    }
}

}  // namespace

extern const VerificationCase sphere_above_plane_case{"sphere_above_plane",
    "a pulsating sphere above a rigid and a soft plane", run_sphere_above_plane,
    "Series of partial waves about the sphere and its image, summed to rounding."};

extern const VerificationCase baffled_piston_case{"baffled_piston",
    "a quarter of a piston in a rigid baffle: resistance and reactance", run_baffled_piston,
    "P. M. Morse, K. U. Ingard, Theoretical Acoustics (1968), 7.4: exact."};

}  // namespace febem::verify
