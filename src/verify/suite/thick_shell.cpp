// A thick spherical shell of steel: its free vibrations in vacuo, and in water driven from inside.
#include <boost/math/special_functions/legendre.hpp>
#include <cmath>

#include "driver/stage_drivers.h"
#include "driver/structural_system.h"
#include "verify/case_text.h"
#include "verify/exact/elastic_sphere.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr exact::ElasticSphere thick_shell{210e9, 0.3, 7800.0, 1.0, 0.95};
constexpr exact::Fluid exact_water{1000.0, 1500.0};

/// The case of the thick shell without excitation and frequency: 6 cells^2 bricks, 24 cells^2
/// panels.
std::string thick_shell_case(int cells) {
  return geometry("shell", "thickness = 0.05\ncells = " + std::to_string(cells)) + water() +
         free_structure(
             "shell", thick_shell.youngs_modulus, thick_shell.poisson_ratio, thick_shell.density);
}

/// Free vibrations of a structure in vacuo: K u = omega^2 M u.
struct FreeVibration {
  double hz = 0.0;
  la::RealVector mode;  ///< free degrees of freedom, u^T M u = 1
};

/// Each gains a factor |lambda_1 - sigma| / |lambda_2 - sigma| in the mode, its square in the
/// frequency.
constexpr int iterations = 6;

la::RealVector nodal_values(const fem::Structure& structure,
    const std::function<mesh::Vec3(const mesh::Vec3&)>& displacement) {
  la::RealVector u = la::RealVector::Zero(structure.dofs());
  for (core::Index node = 0; node < structure.solid().node_total(); ++node) {
    const mesh::Vec3 value = displacement(structure.solid().points[static_cast<std::size_t>(node)]);
    for (int d = 0; d < 3; ++d)
      if (const auto dof = structure.dof(node, d); dof >= 0) u[dof] = value[d];
  }
  return u;
}

common::Factor shifted_factor(const Prepared& structure, double shift_hz, common::Run& run) {
  const driver::Sweep sweep(structure.problem, structure.model, run);
  auto factor =
      driver::StageDrivers(sweep, shift_hz, run).merge(run, structure.strategies[Stage::merge]);
  if (factor.report.singular)
    throw core::RunError("the shift of the inverse iteration is a resonance");
  return factor;
}

/// Inverse iteration (K - sigma M) u' = M u about sigma = (2 pi shift_hz)^2 through stage 1, from
/// the displacement `start` of the nodes; the frequency is the root of the Rayleigh quotient u^T K
/// u / u^T M u. The iteration finds the vibration nearest to the shift among those that `start` is
/// not orthogonal to. The result is on the master. Throws core::RunError if the shift is a
/// resonance to rounding. Collective.
FreeVibration nearest_vibration(const Prepared& structure, double shift_hz,
    const std::function<mesh::Vec3(const mesh::Vec3&)>& start, common::Run& run) {
  const auto& elastic = *structure.model.structure;
  auto factor = shifted_factor(structure, shift_hz, run);
  fem::GlobalMatrices matrices;
  FreeVibration found;
  if (run.is_master()) {
    matrices = fem::assemble(elastic);
    found.mode = nodal_values(elastic, start);
  }
  run.section(Stage::recover, structure.strategies[Stage::recover], [&](const auto& context) {
    for (int i = 0; i < iterations; ++i) {
      const la::Vector f =
          context.is_master() ? la::Vector(matrices.mass * found.mode) : la::Vector();
      const la::Vector u = driver::structural_solutions(factor, f, 1, context).front().displacement;
      if (context.is_master())
        found.mode = u.real() / std::sqrt(u.real().dot(matrices.mass * u.real()));
    }
  });
  if (run.is_master())
    found.hz = std::sqrt(found.mode.dot(matrices.stiffness * found.mode)) / (2.0 * core::pi);
  return found;
}

/// The search begins this far below the exact frequency.
constexpr double shift = 0.98;

// u_r = P_n, u_t = (1/(n+1)) dP_n/dtheta: about the lowest spheroidal mode n, enough to start from.
mesh::Vec3 mode_shape(int n, const mesh::Vec3& x) {
  const mesh::Vec3 radial = x.normalized();
  const double cosine = radial.z();
  const mesh::Vec3 tangential =
      boost::math::legendre_p_prime(n, cosine) * (mesh::Vec3::UnitZ() - cosine * radial);
  return boost::math::legendre_p(n, cosine) * radial + tangential / (n + 1.0);
}

// Share of P_n in the radial motion of the wet surface.
double legendre_share(const Prepared& shell, const la::RealVector& mode, int n) {
  const auto& surface = shell.model.wet.surface;
  const la::RealVector volume_displacement = shell.model.coupling.transpose() * mode;
  double both = 0.0, moving = 0.0, wanted = 0.0;
  for (core::Index j = 0; j < surface.size(); ++j) {
    const auto panel = static_cast<std::size_t>(j);
    const double p = boost::math::legendre_p(n, surface.centroids[panel].normalized().z()),
                 u = volume_displacement[j] / surface.areas[panel];
    both += surface.areas[panel] * p * u;
    moving += surface.areas[panel] * u * u;
    wanted += surface.areas[panel] * p * p;
  }
  return std::abs(both) / std::sqrt(moving * wanted);
}

void run_shell_in_vacuo(VerificationSuite& suite) {
  const auto shell = suite.prepare(thick_shell_case(8) + plane_wave() + at_ka({1.0}));
  for (const int n : {2, 3, 4}) {
    const double exact_hz = exact::in_vacuo_frequencies(thick_shell, n, 2000.0).front();
    const auto found = nearest_vibration(
        shell, shift * exact_hz, [&](const mesh::Vec3& x) { return mode_shape(n, x); },
        suite.run());
    if (!suite.is_master()) continue;
    const auto label = ", n = " + std::to_string(n);
    suite.record(compare("frequency, Hz" + label, exact_hz, found.hz, 0.005));
    suite.record(compare(
        "share of P_n in the mode" + label, 1.0, legendre_share(shell, found.mode, n), 0.01));
  }
}

// A thick steel shell in water, pressures P_0 .. P_3 of 1 Pa on its inner surface, all at once: the
// orders of a sphere do not mix.

constexpr int orders = 4;

void run_shell_driven(VerificationSuite& suite) {
  auto text = thick_shell_case(8) + at_ka({1.0});
  for (int n = 0; n < orders; ++n) text += legendre_pressure("inner", n);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    const auto p = legendre_coefficients(solved.surface(), solved.solution.pressure, orders);
    for (int n = 0; n < orders; ++n)
      suite.record(compare("wet surface p_n, n = " + std::to_string(n) + ", " + ka_label(solved),
          exact::driven_from_inside(thick_shell, exact_water, n, solved.at.omega).pressure,
          p[static_cast<std::size_t>(n)], 0.02));
  });
}

// The wet resonance n = 2 of the thick steel shell. Near the peak of the displacement 1/|u_2|^2 is
// a parabola in f, whose vertex is the frequency of the peak: three responses give it, of the
// series and of the mesh alike.

constexpr int order = 2;

// Vertex of the parabola through (f_i, 1/|u_i|^2), i = 0, 1, 2, f equally spaced.
double peak(const std::vector<double>& f, const std::vector<Complex>& u) {
  const double low = 1.0 / std::norm(u[0]), middle = 1.0 / std::norm(u[1]),
               high = 1.0 / std::norm(u[2]);
  return f[1] + 0.5 * (f[1] - f[0]) * (low - high) / (low - 2.0 * middle + high);
}

void run_shell_resonance(VerificationSuite& suite) {
  const std::vector<double> hz{434.0, 440.0, 446.0};
  std::vector<Complex> exact, computed;
  for (const double f : hz)
    exact.push_back(exact::driven_from_inside(thick_shell, exact_water, order, 2.0 * core::pi * f)
                        .displacement);
  const auto text = thick_shell_case(6) + at_hz(hz) + legendre_pressure("inner", order);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    computed.push_back(
        legendre_coefficients(solved.surface(), solved.solution.normal_velocity, order + 1)[order] /
        (Complex(0.0, -1.0) * solved.at.omega));
  });
  if (suite.is_master() && computed.size() == hz.size())
    suite.record(compare(
        "frequency of the peak in water, Hz, n = 2", peak(hz, exact), peak(hz, computed), 0.01));
}

void balance(
    VerificationSuite& suite, const std::string& driven_by, const std::string& excitation) {
  const auto text = geometry("shell", "cells = 3") + water() + at_ka({2.0}) + excitation +
                    free_structure("shell", 210e9, 0.3, 7800.0, 0.05);
  suite.solve(text, [&](const SolvedFrequency& solved) {
    record_balance(suite, solved, ", W, driven by " + driven_by);
  });
}

void run_power(VerificationSuite& suite) {
  balance(suite, "pressures",
      legendre_pressure("inner", 0) + legendre_pressure("inner", 1) +
          legendre_pressure("inner", 2));
  balance(suite, "a plane wave", plane_wave());
}

}  // namespace

extern const VerificationCase shell_in_vacuo_case{
    "shell_in_vacuo", "free vibrations of a thick steel shell", run_shell_in_vacuo};

extern const VerificationCase shell_driven_case{
    "shell_driven", "a thick steel shell in water driven from inside", run_shell_driven};

extern const VerificationCase shell_resonance_case{
    "shell_resonance", "a resonance of a thick steel shell in water", run_shell_resonance};

extern const VerificationCase power_case{"power", "the power balance of a lossy shell", run_power};

}  // namespace febem::verify
