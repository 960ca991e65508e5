// A force along the axis of the sonobuoy far below its resonances: it moves as a rigid body that carries its added mass,
// u = -F / (omega^2 (m + m_a)). The mass m is that of the elements, m_a = -rho int p n_z dS that of the pressure p around the
// rigid body of slope dp/dn = n_z in an incompressible fluid. The panels' ends are polygons, 0.6 % smaller than those of the
// elements.
#include <Eigen/LU>

#include "bem/collocation.h"
#include "verify/case_text.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

double mass(const fem::Structure& structure) {
  double sum = 0;
  for (core::Index e = 0; e < structure.solid().element_total(); ++e)
    sum += structure.material(e).density * structure.kernel(e).volume(structure.element_points(e));
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
  const auto text = geometry("sonobuoy", "") + water() + "[structure]\nfree = true\n[[excitation]]\nkind = \"force\"\n" +
                    "nodes = \"hold_z\"\ndirection = [0, 0, 1]\namplitude = 1\n" + at_hz({0.1});
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto& u = solved.solution.displacement;
    Complex mean = 0;  // the rotations that the force off the axis makes cancel in it
    for (std::size_t node = 0; 3 * node < u.size(); ++node) mean += u[3 * node + 2] / (static_cast<double>(u.size()) / 3);
    const double m = mass(*solved.model.structure), carried = added_mass(solved.surface(), solved.problem.fluid.density);
    suite.record(compare("displacement along the axis, m, 0.1 Hz", -1 / (solved.at.omega * solved.at.omega * (m + carried)),
                              mean, 2e-3));
  });
}

}  // namespace

extern const VerificationCase floating_sonobuoy_case{
    "floating_sonobuoy", "the free sonobuoy at 0.1 Hz: a rigid body with its added mass", run_floating_sonobuoy};

}  // namespace febem::verify
