// One frequency solved without a matrix, beside the same by elimination.
#include <cmath>

#include "cases/case_file.h"
#include "driver/frequency_solver.h"
#include "la/norms.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;
using core::Stage;

namespace {

/// A free shell struck from aside, so that no symmetry helps.
cases::Case problem(const char* merge, const char* reduce, const char* eliminate, int iterations = 1000) {
  auto result = cases::read_case(
      "[geometry]\ngenerator = \"shell\"\ncells = 2\n[structure]\nfree = true\n[fluid]\ndensity = 1000\nsound_speed = 1500\n"
      "[[material]]\nregions = [\"shell\"]\nyoung = 2e11\npoisson = 0.3\ndensity = 7800\nloss_factor = 0.05\n"
      "[[excitation]]\nkind = \"plane_wave\"\ndirection = [0.3, 0.2, 1.0]\namplitude = 2\n[frequency]\nhz = [200]\n",
      "c.toml");
  result.stages[Stage::merge].method = merge;
  result.stages[Stage::reduce].method = reduce;
  result.stages[Stage::eliminate].method = eliminate;
  result.stages[Stage::eliminate].width = 5;
  result.stages[Stage::eliminate].iterations = iterations;
  return result;
}

io::FrequencySolution solved(const cases::Case& small) {
  test::World world;
  const auto model = model::build_model(small, ".", 1);
  tuning::StageStrategies strategies;
  for (const auto& entry : core::stage_table) strategies[entry.stage] = comm::make_strategy({});
  return driver::solve_frequency(driver::Sweep(small, model), 200, world.run(), strategies).solution;
}

double distance(const std::vector<core::Complex>& a, const std::vector<core::Complex>& b) {
  const auto of = [](const auto& values) { return Eigen::Map<const la::Vector>(values.data(), std::ssize(values)); };
  return la::max_norm(of(a) - of(b)) / la::max_norm(of(b));
}

}  // namespace

TEST_CASE("krylov finds the pressure and the response that elimination finds, by every factor") {
  const auto expected = solved(problem("substructure", "columns", "rows"));
  for (const char* merge : {"substructure", "frontal"}) {
    INFO(merge);
    const auto found = solved(problem(merge, "matrix-free", "krylov"));
    test::World world;
    if (world.rank() != core::master) continue;
    CHECK(found.figures.outcome == "solved");
    CHECK(found.figures.iterations > 1);
    CHECK(found.figures.iteration_residual <= 1e-10);
    CHECK(static_cast<double>(found.figures.residual_history.size()) == found.figures.iterations + 1);
    CHECK(std::isnan(found.figures.residual));
    CHECK(std::isnan(found.figures.pivot_growth));
    CHECK(std::isnan(found.figures.condition_estimate));
    CHECK(distance(found.pressure, expected.pressure) < 1e-8);
    CHECK(distance(found.displacement, expected.displacement) < 1e-8);
    CHECK(std::isnan(expected.figures.iterations));
    CHECK(expected.figures.residual_history.empty());
  }
}

TEST_CASE("what does not converge is an outcome, and nothing is made of its pressure") {
  const auto found = solved(problem("substructure", "matrix-free", "krylov", 2));
  test::World world;
  if (world.rank() != core::master) return;
  CHECK(found.figures.outcome == "not converged");
  CHECK(found.figures.iterations == 2);
  CHECK(found.figures.iteration_residual > 1e-10);
  CHECK(found.pressure.empty());
}
