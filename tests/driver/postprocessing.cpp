#include "driver/postprocessing.h"

#include "comm/dry_transport.h"
#include "driver/small_cases.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "verify/exact/partial_waves.h"

using namespace febem::driver;

using core::Complex;

namespace {

constexpr double at_ka_1 = 238.732414637843;  // Hz

/// A sphere of radius 1.
cases::Case driven_sphere(int frequency, const std::string& kind, double amplitude) {
  return in_water("\"sphere\"\nfrequency = " + std::to_string(frequency),
      "[[excitation]]\nkind = \"" + kind + "\"\namplitude = " + std::to_string(amplitude) +
          "\n[frequency]\nhz = [100]\n");
}

/// What the stages would have said of a good solution.
void praise(io::FrequencyResult& figures) {
  figures.residual = 0.1;
  figures.pivot_growth = 1;
  figures.condition_estimate = 10;
  figures.structural_backward_error = 1e-16;
}

/// The response of the small shell, or of no structure: empty.
StructuralSolution moved(const la::Vector& u) {
  StructuralSolution structural;
  structural.displacement = u;
  if (u.size() > 0) structural.loss = u.dot(stiffness().imag() * u).real();
  return structural;
}

struct Outcome {
  io::FrequencySolution solution;
  std::string text;
};

Outcome outcome(const cases::Case& problem, const cases::Model& model, double hz,
    const la::Vector& p, const la::Vector& u) {
  comm::DryTransport alone(0, 1);
  comm::Ledger ledger(alone);
  common::Run run(ledger, {});
  const Sweep sweep(problem, model, run);
  const cases::FrequencyPoint at(hz, problem.fluid);
  const Postprocessing after(sweep, at);
  std::vector<io::FrequencySolution> filled(1);
  const auto scattered =
      after.fill(p, {moved(u)}, comm::Messenger(ledger, comm::make_strategy({})), filled);
  Outcome result{filled.front(), {}};
  praise(result.solution.figures);
  result.text = outcome_of(
      result.solution, after.applicable_checks(sweep.loads().front(), u, scattered.front()));
  return result;
}

}  // namespace

TEST_CASE(
    "the powers of a structure balance for any pressure on it, and not for a wrong displacement") {
  auto problem = shell_case();
  problem.excitations.push_back(problem.excitations.front());
  problem.excitations.back().kind = "plane_wave";
  const auto& model = shell();
  const la::Vector p = random_matrix(model.wet.surface.size(), 1, 3);
  const la::Vector u =
      stiffness().partialPivLu().solve(la::Vector(model.force - model.coupling * p));
  const auto right = outcome(problem, model, 200, p, u);
  // Any pressure: it need not be a sound field's, which is judged last.
  CHECK((right.text == "solved" || right.text == "inaccurate: extinction and scattered power"));
  CHECK(right.solution.figures.power_balance_error < 1e-10);
  CHECK(right.solution.figures.dissipated_power_w > 0);
  for (const double error : {1e-4, 1e-3}) {
    const la::Vector wrong = u + error * u.cwiseAbs().maxCoeff() * random_matrix(u.size(), 1, 4);
    const auto found = outcome(problem, model, 200, p, wrong);
    CHECK(found.solution.figures.power_balance_error > 1e-6);
    CHECK(found.text == "inaccurate: power balance");
  }
  CHECK(outcome(problem, model, 200, p, u.conjugate()).text == "inaccurate: power balance");
  la::Vector nothing = u;
  nothing[7] = std::nan("");
  CHECK(outcome(problem, model, 200, p, nothing).text == "inaccurate: numbers that are not finite");
}

TEST_CASE("power from the surface arrives in the far field, and does not from a wrong pressure") {
  const auto problem = driven_sphere(2, "velocity", 1e-3);
  const auto model = model_of(problem);
  const Complex exact = 1000 * 1500 * 1e-3 * exact::modal_impedance(0, 1.0);
  const auto of = [&](const Complex& pressure) {
    return outcome(
        problem, model, at_ka_1, la::Vector::Constant(model.wet.surface.size(), pressure), {});
  };
  const auto right = of(exact);
  const auto& figures = right.solution.figures;
  CHECK(right.text == "solved");
  double area = 0;
  for (const double a : model.wet.surface.areas) area += a;
  CHECK(figures.mean_pressure_pa == Approx(std::abs(exact)));
  CHECK(figures.apparent_power_w == Approx(0.5 * area * 1e-3 * std::abs(exact)));
  CHECK(figures.radiated_power_w == Approx(0.5 * area * 1e-3 * exact.real()));
  CHECK(figures.far_field_power_w == Approx(figures.radiated_power_w).epsilon(0.1));
  for (const Complex& factor : {Complex(-1), Complex(3), Complex(0, 1)}) {
    INFO(factor);
    CHECK(of(factor * exact).text == "inaccurate: power from the surface and in the far field");
  }
  CHECK(of(0.0).text == "inaccurate: the pressure underflows");
}

TEST_CASE("what a wave loses to a rigid body is scattered, and is not with a wrong pressure") {
  const auto problem = driven_sphere(4, "plane_wave", 2);
  const auto model = model_of(problem);
  const auto& surface = model.wet.surface;
  la::Vector exact(surface.size());
  for (core::Index j = 0; j < surface.size(); ++j)
    exact[j] = 2.0 * exact::sphere_pressure(1, std::acos(surface.centroids[j].normalized().z()));
  const auto of = [&](const Complex& factor) {
    return outcome(problem, model, at_ka_1, factor * exact, {});
  };
  const auto right = of(1);
  const auto& figures = right.solution.figures;
  CHECK(right.text == "solved");
  CHECK(figures.extinction_over_loss == Approx(1).epsilon(0.05));
  // sigma |A|^2 / (2 rho c) with sigma = 2 pi / k Im of the form function
  const double lost = 2 * core::pi * exact::sphere_form_function(1, 0).imag() * 4 / (2 * 1.5e6);
  CHECK(figures.extinction_power_w == Approx(lost).epsilon(0.1));
  CHECK(std::isnan(figures.surface_over_far_field));
  // f is half the form function of radius 1 (bem/incident_field.h).
  const double echo = std::abs(exact::sphere_form_function(1, core::pi)) / 2;
  CHECK(figures.target_strength_db == Approx(20 * std::log10(echo)).margin(0.3));
  CHECK(figures.scattering_cross_section_m2 == Approx(figures.far_field_power_w * 2 * 1.5e6 / 4));
  for (const Complex& factor : {Complex(-1), Complex(2), Complex(0, 1)}) {
    INFO(factor);
    CHECK(of(factor).text == "inaccurate: extinction and scattered power");
  }
}

TEST_CASE(
    "level, directivity and efficiency of a sphere that pulsates, and of one that oscillates") {
  for (const int n : {0, 1}) {
    auto problem = driven_sphere(4, "velocity", 2);
    problem.excitations.front().legendre = n;
    const auto model = model_of(problem);
    const auto& surface = model.wet.surface;
    // p / v on the surface at ka = 1: rho c x / (x + i) and rho c x (x + i) / (x^2 - 2 + 2 i x), i
    // times the first two spherical Hankel functions over their derivatives.
    const Complex i(0, 1), impedance = n == 0 ? 1.0 / (1.0 + i) : (1.0 + i) / (-1.0 + 2.0 * i);
    la::Vector p(surface.size());
    for (core::Index j = 0; j < surface.size(); ++j)
      p[j] = 1.5e6 * impedance * 2.0 * (n == 0 ? 1.0 : surface.centroids[j].normalized().z());
    const auto f = outcome(problem, model, at_ka_1, p, {}).solution.figures;
    INFO("order " << n);
    CHECK(f.radiation_efficiency == Approx(impedance.real()).epsilon(0.03));
    CHECK(f.mean_square_velocity_m2_per_s2 == Approx(n == 0 ? 2.0 : 2.0 / 3).epsilon(0.03));
    CHECK(f.directivity_index_db == Approx(n == 0 ? 0 : 10 * std::log10(3)).margin(0.05));
    const double watts = 4 * core::pi * (n == 0 ? 1.0 : 1.0 / 3) * 1.5e6 * impedance.real() * 2;
    CHECK(f.source_level_db ==
          Approx(10 * std::log10(watts * 1.5e6 / (4 * core::pi) / 1e-12) + f.directivity_index_db)
              .margin(0.3));
  }
}

TEST_CASE("sources that cancel each other drive nothing") {
  auto problem = driven_sphere(1, "velocity", 1e-3);
  problem.excitations.push_back(driven_sphere(1, "velocity", -1e-3).excitations.front());
  const auto model = model_of(problem);
  CHECK_FALSE(cases::excites(problem, cases::load_cases(problem).front(), model));
  problem.excitations.pop_back();
  CHECK(cases::excites(problem, cases::load_cases(problem).front(), model));
  problem.excitations.front().kind = "plane_wave";
  CHECK(cases::excites(problem, cases::load_cases(problem).front(), model));
  problem.excitations.front().kind = "monopole";
  for (const double z : {0.1, 3.0}) {
    problem.excitations.front().position = {0, 0, z};
    CHECK(cases::excites(problem, cases::load_cases(problem).front(), model));
  }
  problem.excitations.front().kind = "pressure";
  CHECK_FALSE(cases::excites(problem, cases::load_cases(problem).front(), model));
  CHECK(cases::excites(problem, cases::load_cases(problem).front(), shell()));
}
