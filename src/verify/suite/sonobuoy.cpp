// The sonobuoy, for which no exact solution exists: its powers must agree with each other, and the radiated one with that of
// 6 656 panels on the same structure (the generator with split = 4). Above 7 kHz the added mass that 1 664 panels miss moves
// resonances: the tolerances there say by how much (docs/decisions/0014).
#include <array>
#include <cmath>
#include <cstdio>

#include "verify/case_text.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

std::string pressure_on(const std::string& faces) {
  return "[[excitation]]\nkind = \"pressure\"\nfaces = \"" + faces + "\"\namplitude = 1e5\n";
}

struct PowerReference {
  double hz;
  double power;  ///< radiated, of 6 656 panels, W
  double tolerance;
};
constexpr std::array power_references{PowerReference{1000, 2.467310e-06, 0.005}, PowerReference{2500, 1.132758e-04, 0.005},
                                      PowerReference{7200, 2.006013e-02, 0.11},  PowerReference{9440, 3.185380e-02, 0.04},
                                      PowerReference{9620, 3.220406e-02, 0.03},  PowerReference{9860, 3.570628e-02, 0.04},
                                      PowerReference{12000, 2.760408e-01, 0.05}};

void run_sonobuoy(VerificationSuite& suite) {
  std::vector<double> hz;
  for (const auto& reference : power_references) hz.push_back(reference.hz);
  const auto text = geometry("sonobuoy", "") + "[fluid]\ndensity = 1025\nsound_speed = 1500\n[structure]\nfree = true\n" +
                    pressure_on("ceramic:front") + pressure_on("ceramic:back") + at_hz(hz);
  std::size_t which = 0;
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& reference = power_references[which++];
    const auto& figures = solved.solution.figures;
    char label[40];
    std::snprintf(label, sizeof label, ", W, %g Hz", figures.hz);
    suite.record({std::string("input = dissipated + radiated") + label, figures.input_power_w,
                       figures.dissipated_power_w + figures.radiated_power_w, figures.power_balance_error,
                       1e-9});
    suite.record(compare(std::string("power in the far field = at the surface") + label,
                              figures.radiated_power_w, figures.far_field_power_w, figures.hz < 6000 ? 0.01 : 0.04));
    suite.record(compare(std::string("radiated power") + label, reference.power, figures.radiated_power_w, reference.tolerance));
  });
}

}  // namespace

extern const VerificationCase sonobuoy_case{
    "sonobuoy", "the powers of the sonobuoy, and its radiated power with four times the panels", run_sonobuoy};

}  // namespace febem::verify
