// The sonobuoy, for which no exact solution exists: its powers must agree with each other.
#include <cmath>
#include <cstdio>

#include "app/verify/case_text.h"
#include "app/verify/rung.h"

namespace febem::app::verify {
namespace {

std::string pressure_on(const std::string& faces) {
  return "[[excitation]]\nkind = \"pressure\"\nfaces = \"" + faces + "\"\namplitude = 1\n";
}

void climb(Laboratory& laboratory) {
  const auto text = geometry("sonobuoy", "") + "[fluid]\ndensity = 1025\nsound_speed = 1500\n[structure]\nfree = true\n" +
                    pressure_on("ceramic:front") + pressure_on("ceramic:back") +
                    at_hz({1000.0, 5000.0});
  laboratory.solve(text, [&](const Solved& solved) {
    const auto& figures = solved.solution.figures;
    char label[40];
    std::snprintf(label, sizeof label, ", W, %g Hz", figures.hz);
    laboratory.record({std::string("input = dissipated + radiated") + label, figures.input_power_w,
                       figures.dissipated_power_w + figures.radiated_power_w, figures.power_balance_error,
                       1e-9});
    laboratory.record(compare(std::string("power in the far field = at the surface") + label,
                              figures.radiated_power_w, figures.far_field_power_w, 0.01));
  });
}

}  // namespace

extern const Rung sonobuoy_rung{"sonobuoy", "the powers of the sonobuoy", climb};

}  // namespace febem::app::verify
