// A piston (a = 50 mm) in the end of a rigid closed cylinder (radius 62 mm, length 914 mm). No series exists:
// the reference is the extrapolated solution of an axisymmetric boundary element program, good to about 1e-3.
#include <array>
#include <cmath>

#include "app/verify/case_text.h"
#include "app/verify/measures.h"
#include "app/verify/rung.h"

namespace febem::app::verify {
namespace {

constexpr double piston_radius = 0.05;

struct Reference {
  double ka;
  Complex impedance;     ///< mean of p/(rho c v) over the piston
  double front_to_back;  ///< far-field level on the axis, before the piston over behind the cylinder, dB
};
constexpr std::array references{Reference{0.5, {0.0634, -0.3580}, 1.29},
                                Reference{1.0, {0.3074, -0.7049}, 4.07}};

void climb(Laboratory& laboratory) {
  const auto text = geometry("cylinder", "piston_radius = " + exactly(piston_radius)) + water() +
                    at_ka({references[0].ka, references[1].ka}, piston_radius) +
                    "[[excitation]]\nkind = \"velocity\"\npanels = \"piston\"\namplitude = 1\n"
                    "[output.directivity]\nplane = \"xz\"\nstep = 90\n";
  std::size_t which = 0;
  laboratory.solve(text, [&](const Solved& solved) {
    const auto& reference = references[which++];
    const auto label = ka_label(solved, piston_radius);
    laboratory.record(compare("mean impedance z, " + label, reference.impedance,
                              mean_pressure(solved, "piston") / solved.fluid_impedance(), 0.02));
    const double level =
        20.0 * std::log10(std::abs(far_field_along_z(solved, 1.0) / far_field_along_z(solved, -1.0)));
    const double error = std::abs(std::pow(10.0, (level - reference.front_to_back) / 20.0) - 1.0);
    laboratory.record(
        {"front to back, dB (error of the ratio), " + label, reference.front_to_back, level, error, 0.02});
  });
}

}  // namespace

extern const Rung piston_cylinder_rung{
    "piston_cylinder", "a piston in the end of a rigid cylinder: impedance and directivity", climb};

}  // namespace febem::app::verify
