// The wet resonance n = 2 of the thick steel shell. Near the peak of the displacement 1/|u_2|^2 is a parabola
// in f, whose vertex is the frequency of the peak: three responses give it, of the series and of the mesh
// alike.
#include "verify/measures.h"
#include "verify/suite/thick_shell.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

constexpr int order = 2;

// Vertex of the parabola through (f_i, 1/|u_i|^2), i = 0, 1, 2, f equally spaced.
double peak(const std::vector<double>& f, const std::vector<Complex>& u) {
  const double low = 1.0 / std::norm(u[0]), middle = 1.0 / std::norm(u[1]), high = 1.0 / std::norm(u[2]);
  return f[1] + 0.5 * (f[1] - f[0]) * (low - high) / (low - 2.0 * middle + high);
}

void run_shell_resonance(VerificationSuite& suite) {
  const std::vector<double> hz{434.0, 440.0, 446.0};
  std::vector<Complex> exact, computed;
  for (const double f : hz)
    exact.push_back(
        exact::driven_from_inside(thick_shell, exact_water, order, 2.0 * core::pi * f).displacement);
  const auto text = thick_shell_case(6) + at_hz(hz) + legendre_pressure("inner", order);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    computed.push_back(
        legendre_coefficients(solved.surface(), solved.solution.normal_velocity, order + 1)[order] /
        (Complex(0.0, -1.0) * solved.at.omega));
  });
  if (suite.is_master() && computed.size() == hz.size())
    suite.record(
        compare("frequency of the peak in water, Hz, n = 2", peak(hz, exact), peak(hz, computed), 0.01));
}

}  // namespace

extern const VerificationCase shell_resonance_case{"shell_resonance", "a resonance of a thick steel shell in water",
                                       run_shell_resonance};

}  // namespace febem::verify
