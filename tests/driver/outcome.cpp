#include "driver/outcome.h"

#include "support/catch.h"

using namespace febem::driver;

using Figures = io::FrequencyResult;
using io::FrequencySolution;

namespace {

constexpr double missing = std::nan("");
constexpr double infinite = infinity;

// A structure driven by forces: everything is judged, and everything is fine.
const ApplicableChecks all{true, true, true, true, true, true, 0};

FrequencySolution fine() {
  FrequencySolution s;
  s.pressure = {{1, 2}, {3, 4}};
  s.normal_velocity = s.displacement = s.field_pressure = s.directivity = s.pressure;
  auto& f = s.figures;
  f.radiated_power_w = 0.75;
  f.far_field_power_w = 0.76;
  f.apparent_power_w = 4;
  f.input_power_w = 1;
  f.dissipated_power_w = 0.25;
  f.power_balance_error = 0;
  f.mean_pressure_pa = 3;
  f.residual = 0.02;
  f.structural_backward_error = 1e-16;
  f.pivot_growth = 2;
  f.condition_estimate = 30;
  f.factor_growth = 5;
  f.structural_condition_estimate = 1e6;
  f.structural_rounding = 1e-2;
  f.refinement_correction = 1e-12;
  return s;
}

std::string with(double Figures::*figure, double value, const ApplicableChecks& checks = all) {
  auto s = fine();
  s.figures.*figure = value;
  return outcome_of(s, checks);
}

struct Planted {
  double Figures::*figure;
  double acceptable, wrong;
  std::string what;
};

// Each figure just within its limit and just beyond.
const std::vector<Planted> planted{
    {&Figures::residual, 16, 16.001, "dense residual"},
    {&Figures::pivot_growth, 1e8, 1.001e8, "pivot growth"},
    {&Figures::condition_estimate, 1e12, 1.001e12, "condition of the dense system"},
    {&Figures::structural_backward_error, 1e-10, 1.001e-10, "structural backward error"},
    {&Figures::factor_growth, 1e3, 1.001e3, "growth in the factor"},
    {&Figures::structural_condition_estimate, 1e12, 1.001e12, "condition of the structure"},
    {&Figures::refinement_correction, 1e-6, 1.001e-6, "the refinement does not converge"},
    {&Figures::input_power_w, 1 + 0.9e-6, 1 + 1.1e-6, "power balance"},
    {&Figures::input_power_w, 1 - 0.9e-6, 1 - 1.1e-6, "power balance"},
    {&Figures::dissipated_power_w, 0.25 + 0.9e-6, 0.25 + 1.1e-6, "power balance"},
    {&Figures::radiated_power_w, 0.75 + 0.9e-6, 0.75 + 1.1e-6, "power balance"},
    {&Figures::far_field_power_w, 0.75 + 0.79, 0.75 + 0.81,
        "power from the surface and in the far field"},
    {&Figures::far_field_power_w, 0.75 - 0.79, 0.75 - 0.81,
        "power from the surface and in the far field"},
};

}  // namespace

TEST_CASE("with an incident field what it loses and what the surface emits arrive far away") {
  auto s = fine();
  s.figures.extinction_power_w = 2;
  ApplicableChecks checks = all;
  checks.apparent_scattered_w = 10;
  for (const auto& [far, outcome] : {std::pair{2.75 + 0.99, "solved"}, {2.75 - 0.99, "solved"},
           {2.75 + 1.01, "inaccurate: extinction and scattered power"},
           {2.75 - 1.01, "inaccurate: extinction and scattered power"},
           {missing, "inaccurate: numbers that are not finite"}}) {
    s.figures.far_field_power_w = far;
    CHECK(outcome_of(s, checks) == outcome);
  }
  s.figures.far_field_power_w = 2.75;
  for (const double value : {missing, infinite, -infinite}) {
    s.figures.extinction_power_w = value;
    CHECK(outcome_of(s, checks) == "inaccurate: extinction and scattered power");
  }
  s.figures.extinction_power_w = 2;
  checks.apparent_scattered_w = missing;
  CHECK(outcome_of(s, checks) == "inaccurate: numbers that are not finite");
}

TEST_CASE("a solution whose figures are within their limits is solved") {
  CHECK(outcome_of(fine(), all) == "solved");
  CHECK(is_solved("solved"));
  CHECK_FALSE(is_solved("inaccurate: dense residual"));
  CHECK_FALSE(is_solved(Figures().outcome));
}

TEST_CASE("each figure beyond its limit is an outcome of its own") {
  for (const auto& p : planted) {
    INFO(p.what);
    CHECK(with(p.figure, p.acceptable) == "solved");
    CHECK(with(p.figure, p.wrong) == "inaccurate: " + p.what);
  }
}

TEST_CASE("a figure that is not a number is never within its limit") {
  for (const auto& p : planted)
    for (const double value : {missing, infinite}) {
      INFO(p.what << ' ' << value);
      CHECK_FALSE(is_solved(with(p.figure, value)));
    }
  for (const auto figure : {&Figures::apparent_power_w, &Figures::mean_pressure_pa})
    for (const double value : {missing, infinite, -infinite})
      CHECK(with(figure, value) == "inaccurate: numbers that are not finite");
  for (const auto figure : {&Figures::radiated_power_w, &Figures::far_field_power_w,
           &Figures::input_power_w, &Figures::dissipated_power_w})
    CHECK(with(figure, missing, {}) == "inaccurate: numbers that are not finite");
}

TEST_CASE("a field that is not finite anywhere is no solution") {
  for (const auto field : {&FrequencySolution::pressure, &FrequencySolution::normal_velocity,
           &FrequencySolution::displacement, &FrequencySolution::field_pressure,
           &FrequencySolution::directivity})
    for (const core::Complex value :
        {core::Complex(missing, 0), core::Complex(0, missing), core::Complex(infinite, 0)}) {
      auto s = fine();
      (s.*field).back() = value;
      CHECK(outcome_of(s, {}) == "inaccurate: numbers that are not finite");
    }
}

TEST_CASE("a pressure that underflows is no solution, unless nothing drives the problem") {
  ApplicableChecks silent = all;
  silent.excited = false;
  for (const double pressure : {0.0, 1e-310}) {
    CHECK(with(&Figures::mean_pressure_pa, pressure) == "inaccurate: the pressure underflows");
    CHECK(with(&Figures::mean_pressure_pa, pressure, silent) == "solved");
  }
}

TEST_CASE("a structure that gains power from its losses is wrong, though the powers balance") {
  auto s = fine();
  s.figures.dissipated_power_w = -0.25;
  s.figures.input_power_w = 0.5;
  CHECK(outcome_of(s, all) == "inaccurate: negative dissipation");
}

TEST_CASE("powers that are rounding errors of what goes to and fro need not balance") {
  auto s = fine();
  s.figures.input_power_w = 0;
  s.figures.dissipated_power_w = -1e-12;
  s.figures.radiated_power_w = 3e-11;
  s.figures.far_field_power_w = 1e-11;
  CHECK(outcome_of(s, all) == "solved");
  s.figures.radiated_power_w = 1e-9;
  CHECK(outcome_of(s, all) == "inaccurate: power balance");
}

TEST_CASE(
    "rounding errors decide a balance that misses more than its limit, and no more than the "
    "apparent powers explain") {
  auto f = fine().figures;
  for (const auto& [input, apparent, decides] :
      {std::tuple{1 + 0.9e-6, 1e9, false}, {1 + 1.1e-6, 1e9, true}, {-1.0, 3e10, true},
          {-1.0, 1e10, false}, {missing, 1e9, false}, {1 + 1.1e-6, missing, false}}) {
    f.input_power_w = input;
    INFO(input << ", " << apparent);
    CHECK(rounding_decides_balance(f, apparent) == decides);
  }
}

TEST_CASE("the rounding error of a power is that of its parts, and what the balance misses") {
  auto f = fine().figures;
  f.apparent_power_w = 0x1p53;
  CHECK(rounding_of_powers(f).radiated == 1);
  CHECK(rounding_of_powers(f).input == 1);
  f.input_power_w = -4;                     // 5 less than balances
  CHECK(rounding_of_powers(f).input == 1);  // a wrong balance is no rounding
  f.power_balance_error = missing;
  CHECK(rounding_of_powers(f).radiated == 1);
  CHECK(rounding_of_powers(f).input == 6);
  f.input_power_w = f.dissipated_power_w =
      0;  // as in a wave, without losses: only the radiated power can be wrong
  CHECK(rounding_of_powers(f).radiated == 1.75);
}

TEST_CASE("rounding of what the forces move to and fro is allowed for") {
  auto s = fine();
  s.figures.input_power_w += 1e-5;
  ApplicableChecks checks = all;
  checks.apparent_input_w = 0.8e5;
  CHECK(outcome_of(s, checks) == "inaccurate: power balance");
  checks.apparent_input_w = 1.1e5;
  CHECK(outcome_of(s, checks) == "solved");
  for (const double value : {missing, infinite}) {
    checks.apparent_input_w = value;
    CHECK(outcome_of(s, checks) == "inaccurate: numbers that are not finite");
  }
}

TEST_CASE(
    "an ill-conditioned structure counts as solved where rounding is not expected to have changed "
    "its response") {
  auto s = fine();
  s.figures.structural_condition_estimate = 1e14;
  for (const auto& [rounding, outcome] :
      {std::pair{0.999e-3, "solved"}, {1.001e-3, "inaccurate: condition of the structure"},
          {missing, "inaccurate: condition of the structure"}}) {
    s.figures.structural_rounding = rounding;
    CHECK(outcome_of(s, all) == outcome);
  }
}

TEST_CASE("what has no meaning for a problem is not judged") {
  const auto nothing = [](double Figures::*figure) { return with(figure, missing, {}); };
  CHECK(nothing(&Figures::structural_backward_error) == "solved");
  CHECK(nothing(&Figures::factor_growth) == "solved");
  CHECK(nothing(&Figures::structural_condition_estimate) == "solved");
  CHECK(nothing(&Figures::refinement_correction) == "solved");
  ApplicableChecks iterated;
  iterated.elimination = false;
  for (const auto figure :
      {&Figures::residual, &Figures::pivot_growth, &Figures::condition_estimate})
    CHECK(with(figure, missing, iterated) == "solved");
  CHECK(with(&Figures::input_power_w, 7, {}) == "solved");
  CHECK(with(&Figures::far_field_power_w, 7, {}) == "solved");
}
