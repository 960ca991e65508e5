// Pistons in a rigid sphere and in the end of a rigid cylinder.
#include <cmath>
#include <vector>

#include "verify/case_text.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

/// Caps of half angle 30 and 60 deg that move in a rigid sphere: z = mean of p/(rho c v) over the
/// cap. The velocity jumps at the edge of the cap, which leaves first order: it takes a finer mesh
/// than a smooth motion.
void move_cap(VerificationSuite& suite, int degrees) {
  const auto angle = std::to_string(degrees);
  const auto text = icosphere(12) + "cap_angle = " + angle + "\n" + water() +
                    at_ka({1.0, 2.0, 5.0}) + excitation("velocity", "panels = \"cap\"");
  suite.solve(text, [&](const SolvedFrequency& solved) {
    record_parts(suite, "z of " + angle + " deg, " + ka_label(solved),
        exact::piston_cap_impedance(degrees * core::pi / 180, solved.at.wavenumber),
        mean_pressure(solved, "cap") / solved.fluid_impedance(),
        solved.at.wavenumber < 3 ? 0.01 : 0.035);
  });
}

void run_piston_cap(VerificationSuite& suite) {
  for (const int degrees : {30, 60}) move_cap(suite, degrees);
}

// A piston (a = 50 mm) in the end of a rigid closed cylinder (radius 62 mm, length 914 mm). No
// series exists: the reference is the solution of an axisymmetric boundary element program (CBIE
// with interior points), good to about 1e-3; front to back at ka = 3 to 0.05 dB.

constexpr double piston_radius = 0.05;

struct PistonReference {
  double ka;
  Complex impedance;     ///< mean of p/(rho c v) over the piston
  double front_to_back;  ///< far-field level on the axis, before the piston over behind the
                         ///< cylinder, dB
};
const std::vector<PistonReference> piston_references{{0.5, {0.06340, -0.35801}, 1.293},
    {1.0, {0.30743, -0.70488}, 4.070}, {1.5, {0.78385, -0.83202}, 7.444},
    {2.0, {1.14279, -0.57605}, 11.106}, {3.0, {1.0999, -0.13532}, 19.61}};

void run_piston_cylinder(VerificationSuite& suite) {
  std::vector<double> ka;
  for (const auto& reference : piston_references) ka.push_back(reference.ka);
  const auto text = geometry("cylinder", "piston_radius = " + exactly(piston_radius)) + water() +
                    at_ka(ka, piston_radius) + excitation("velocity", "panels = \"piston\"") +
                    directivity();
  std::size_t which = 0;
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& reference = piston_references[which++];
    const auto label = ka_label(solved, piston_radius);
    record_parts(suite, "z, " + label, reference.impedance,
        mean_pressure(solved, "piston") / solved.fluid_impedance(), 0.015);
    const double level =
        20.0 *
        std::log10(std::abs(far_field_along_z(solved, 1.0) / far_field_along_z(solved, -1.0)));
    suite.record({"front to back, dB (difference), " + label, reference.front_to_back, level,
        std::abs(level - reference.front_to_back), 0.15});
  });
}

}  // namespace

extern const VerificationCase piston_cap_case{
    "piston_cap", "a piston in a rigid sphere: resistance and reactance", run_piston_cap};

extern const VerificationCase piston_cylinder_case{"piston_cylinder",
    "a piston in the end of a rigid cylinder: resistance, reactance, directivity",
    run_piston_cylinder};

}  // namespace febem::verify
