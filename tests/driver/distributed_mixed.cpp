// One frequency in mixed precision, beside the same in double.
#include <cmath>

#include "driver/one_frequency.h"
#include "support/catch.h"

using namespace febem;
using core::Stage;
using test::distance;
using test::solved;

namespace {

cases::Case mixed_problem(const std::string& precision, double loss_factor = 0.05) {
  return test::struck_shell(loss_factor, "[eliminate]\npanel = 5\nprecision = \"" + precision + "\"\n");
}

}  // namespace

TEST_CASE("mixed precision finds the pressure and the response of double, without loss too") {
  for (const double loss_factor : {0.05, 0.0})
    for (const double hz : {1.0, 200.0, 900.0}) {
      INFO(hz << " Hz, loss factor " << loss_factor);
      test::World in_double, in_mixed;
      const auto expected = solved(in_double, mixed_problem("double", loss_factor), hz);
      const auto found = solved(in_mixed, mixed_problem("mixed", loss_factor), hz);
      if (in_mixed.rank() != core::master) continue;
      CHECK(expected.figures.precision == "double");
      CHECK(found.figures.precision == "mixed");
      CHECK(found.figures.outcome == "solved");
      CHECK(found.figures.iterations >= 1);
      CHECK(found.figures.iterations <= 8);
      CHECK(found.figures.residual <= 1);
      CHECK(found.figures.condition_estimate == Approx(expected.figures.condition_estimate).epsilon(0.01));
      CHECK(found.figures.pivot_growth == Approx(expected.figures.pivot_growth).epsilon(0.01));
      CHECK(distance(found.pressure, expected.pressure) < 1e-10);
      CHECK(distance(found.displacement, expected.displacement) < 1e-10);
    }
}

TEST_CASE("what mixed precision does not solve well is solved in double after all, to the same bits") {
  auto hurried = mixed_problem("mixed");
  hurried.stages[Stage::eliminate].iterations = 1;
  test::World in_mixed, in_double;
  const auto found = solved(in_mixed, hurried, 200), expected = solved(in_double, mixed_problem("double"), 200);
  if (in_mixed.rank() != core::master) return;
  CHECK(found.figures.precision == "double after mixed");
  CHECK(std::isnan(found.figures.iterations));
  CHECK(found.pressure == expected.pressure);
}
