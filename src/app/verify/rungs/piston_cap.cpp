// A cap of half angle 30 deg that moves in a rigid sphere: z = mean of p/(rho c v) over the cap. The velocity
// jumps at the edge of the cap, which leaves first order: it takes a finer mesh than a smooth motion.
#include "app/verify/case_text.h"
#include "app/verify/measures.h"
#include "app/verify/rung.h"
#include "exact/radiating_sphere.h"

namespace febem::app::verify {
namespace {

void climb(Laboratory& laboratory) {
  const auto text = geometry("sphere", "frequency = 12\ncap_angle = 30") + water() + at_ka({1.0, 2.0, 5.0}) +
                    "[[excitation]]\nkind = \"velocity\"\npanels = \"cap\"\namplitude = 1\n";
  laboratory.solve(text, [&](const Solved& solved) {
    laboratory.record(compare("mean impedance z, " + ka_label(solved),
                              exact::piston_cap_impedance(core::pi / 6.0, solved.at.wavenumber),
                              mean_pressure(solved, "cap") / solved.fluid_impedance(), 0.02));
  });
}

}  // namespace

extern const Rung piston_cap_rung{"piston_cap", "a piston in a rigid sphere: radiation impedance", climb};

}  // namespace febem::app::verify
