#include "timing/straight_line.h"

#include <cmath>
#include <vector>

#include "support/catch.h"

using febem::timing::straight_line;

TEST_CASE("a straight line is found exactly") {
  const auto line = straight_line(std::vector<double>{0, 1, 2, 5}, std::vector<double>{3, 5, 7, 13});
  CHECK(line.intercept == Approx(3));
  CHECK(line.slope == Approx(2));
  CHECK(line.slope_error == Approx(0).margin(1e-12));
}

TEST_CASE("the standard error of the slope follows from what is left") {
  // By hand: the residuals are 0.2, -0.2, -0.6, 1 and -0.4.
  const auto line = straight_line(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{2, 3, 4, 7, 7});
  CHECK(line.slope == Approx(1.4));
  CHECK(line.intercept == Approx(0.4));
  CHECK(line.slope_error == Approx(std::sqrt(1.6 / 3 / 10)));
}

TEST_CASE("without two different places there is no line") {
  CHECK(straight_line({}, {}).slope == 0);
  CHECK(straight_line(std::vector<double>{1, 1}, std::vector<double>{2, 3}).slope == 0);
}
