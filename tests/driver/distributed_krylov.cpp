// One frequency solved without a matrix, beside the same by elimination.
#include <cmath>

#include "driver/one_frequency.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;
using core::Stage;
using test::distance;

namespace {

cases::Case krylov_problem(const char* merge, const char* reduce, const char* eliminate, int iterations = 1000) {
  auto result = test::struck_shell(0.05);
  result.stages[Stage::merge].method = merge;
  result.stages[Stage::reduce].method = reduce;
  result.stages[Stage::eliminate].method = eliminate;
  result.stages[Stage::eliminate].width = 5;
  result.stages[Stage::eliminate].iterations = iterations;
  return result;
}

io::FrequencySolution solved_on_world(const cases::Case& small) {
  test::World world;
  return test::solved(world, small, 200);
}

}  // namespace

TEST_CASE("krylov finds the pressure and the response that elimination finds, by every factor") {
  const auto expected = solved_on_world(krylov_problem("substructure", "columns", "rows"));
  for (const char* merge : {"substructure", "frontal"}) {
    INFO(merge);
    const auto found = solved_on_world(krylov_problem(merge, "matrix-free", "krylov"));
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
  const auto found = solved_on_world(krylov_problem("substructure", "matrix-free", "krylov", 2));
  test::World world;
  if (world.rank() != core::master) return;
  CHECK(found.figures.outcome == "not converged");
  CHECK(found.figures.iterations == 2);
  CHECK(found.figures.iteration_residual > 1e-10);
  CHECK(found.pressure.empty());
}
