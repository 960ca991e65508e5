// The sonobuoy: its powers, and its rigid motion far below its resonances.
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "bem/collocation.h"
#include "verify/case_text.h"
#include "verify/measures.h"
#include "verify/verification_suite.h"

namespace febem::verify {
namespace {

// The sonobuoy, for which no exact solution exists: its powers must agree with each other, and the
// radiated one with that of 6 656 panels on the same structure (the generator with split = 4).
// Above 7 kHz the added mass that 1 664 panels miss moves resonances: the tolerances there say by
// how much (docs/decisions/0014).

std::string pressure_on(const std::string& faces) {
  return "[[excitation]]\nkind = \"pressure\"\nfaces = \"" + faces + "\"\namplitude = 1e5\n";
}

struct PowerReference {
  double hz;
  double power;  ///< radiated, of 6 656 panels, W
  double tolerance;
};
constexpr std::array power_references{PowerReference{1000, 2.467310e-06, 0.005},
    PowerReference{2500, 1.132758e-04, 0.005}, PowerReference{7200, 2.006013e-02, 0.11},
    PowerReference{9440, 3.185380e-02, 0.04}, PowerReference{9620, 3.220406e-02, 0.03},
    PowerReference{9860, 3.570628e-02, 0.04}, PowerReference{12000, 2.760408e-01, 0.05}};

void run_sonobuoy(VerificationSuite& suite) {
  std::vector<double> hz;
  for (const auto& reference : power_references) hz.push_back(reference.hz);
  const auto text = geometry("sonobuoy", "") +
                    "[fluid]\ndensity = 1025\nsound_speed = 1500\n[structure]\nfree = true\n" +
                    pressure_on("ceramic:front") + pressure_on("ceramic:back") + at_hz(hz);
  std::size_t which = 0;
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& reference = power_references[which++];
    const auto& figures = solved.solution.figures;
    const auto label = core::text(", W, ", figures.hz, " Hz");
    record_balance(suite, solved, label);
    suite.record(compare("power in the far field = at the surface" + label,
        figures.radiated_power_w, figures.far_field_power_w, figures.hz < 6000 ? 0.01 : 0.04));
    suite.record(compare(
        "radiated power" + label, reference.power, figures.radiated_power_w, reference.tolerance));
  });
}

// A force along the axis of the sonobuoy far below its resonances: it moves as a rigid body that
// carries its added mass, u = -F / (omega^2 (m + m_a)). The mass m is that of the elements, m_a =
// -rho int p n_z dS that of the pressure p around the rigid body of slope dp/dn = n_z in an
// incompressible fluid. The panels' ends are polygons, 0.6 % smaller than those of the elements.

double mass(const fem::Structure& structure) {
  double sum = 0;
  for (core::Index e = 0; e < structure.solid().element_total(); ++e)
    sum += structure.material(e).density *
           structure.formulation(e).volume(structure.element_points(e));
  return sum;
}

/// Along z, kg.
double added_mass(const mesh::Surface& surface, double density) {
  const auto n = static_cast<Eigen::Index>(surface.size());
  const bem::Collocation collocation(surface, bem::cbie(0, surface));
  Eigen::MatrixXd h(n, n);
  Eigen::VectorXd right(n), normal(n), area(n);
  for (core::Index j = 0; j < surface.size(); ++j) {
    normal[j] = surface.normals[j].z();
    area[j] = surface.areas[j];
  }
  std::vector<Complex> h_row(surface.panels.size()), b_row(surface.panels.size());
  for (core::Index i = 0; i < surface.size(); ++i) {
    collocation.row(i, h_row, b_row);
    right[i] = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      h(i, j) = h_row[j].real();
      right[i] -= b_row[j].real() * normal[j];
    }
  }
  const Eigen::VectorXd p = h.partialPivLu().solve(right);
  return -density * (p.array() * normal.array() * area.array()).sum();
}

void run_floating_sonobuoy(VerificationSuite& suite) {
  const auto text = geometry("sonobuoy", "") + water() + "[structure]\nfree = true\n" +
                    excitation("force", "nodes = \"hold_z\"\ndirection = [0, 0, 1]") + at_hz({0.1});
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& u = solved.solution.displacement;
    Complex mean = 0;  // the rotations that the force off the axis makes cancel in it
    for (std::size_t node = 0; 3 * node < u.size(); ++node)
      mean += u[3 * node + 2] / (static_cast<double>(u.size()) / 3);
    const double m = mass(*solved.model.structure),
                 carried = added_mass(solved.surface(), solved.problem.fluid.density);
    suite.record(compare("displacement along the axis, m, 0.1 Hz",
        -1 / (solved.at.omega * solved.at.omega * (m + carried)), mean, 2e-3));
  });
}

}  // namespace

extern const VerificationCase sonobuoy_case{"sonobuoy",
    "the powers of the sonobuoy, and its radiated power with four times the panels", run_sonobuoy};

extern const VerificationCase floating_sonobuoy_case{"floating_sonobuoy",
    "the free sonobuoy at 0.1 Hz: a rigid body with its added mass", run_floating_sonobuoy};

}  // namespace febem::verify
