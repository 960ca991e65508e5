// The wet resonance n = 2 of the thick steel shell. Near it p_2 = c/(f - f_0) with a complex f_0 whose real
// part is the frequency of the peak: two responses give f_0, of the series and of the mesh alike.
#include "app/verify/measures.h"
#include "app/verify/rung.h"
#include "app/verify/rungs/thick_shell.h"

namespace febem::app::verify {
namespace {

constexpr int order = 2;

// Where the straight line through (f_1, 1/p_1) and (f_2, 1/p_2) is zero.
double resonance(const std::vector<double>& f, const std::vector<Complex>& p) {
  return ((p[1] * f[1] - p[0] * f[0]) / (p[1] - p[0])).real();
}

void climb(Laboratory& laboratory) {
  const std::vector<double> hz{438.0, 441.0};
  std::vector<Complex> exact, computed;
  for (const double f : hz)
    exact.push_back(exact::driven_from_inside(thick_shell, exact_water, order, 2.0 * core::pi * f).pressure);
  laboratory.solve(thick_shell_case(6) + at_hz(hz) + legendre_pressure("inner", order),
                   [&](const Solved& solved) {
                     computed.push_back(
                         legendre_coefficients(solved.surface(), solved.solution.pressure, order + 1)[order]);
                   });
  if (laboratory.is_master() && computed.size() == hz.size())
    laboratory.record(compare("frequency of the wet resonance, Hz, n = 2", resonance(hz, exact),
                              resonance(hz, computed), 0.01));
}

}  // namespace

extern const Rung shell_resonance_rung{"shell_resonance", "a resonance of a thick steel shell in water",
                                       climb};

}  // namespace febem::app::verify
