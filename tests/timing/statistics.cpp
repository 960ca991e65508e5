#include "timing/statistics.h"

#include "support/catch.h"

using timing::Repetition;
using timing::straight_line;
using timing::summarise;

TEST_CASE("quartiles and percentiles are interpolated between the ordered samples") {
  const auto summary = summarise({5, 1, 4, 2, 3});
  CHECK(summary.n == 5);
  CHECK(summary.least == 1);
  CHECK(summary.lower_quartile == 2);
  CHECK(summary.median == 3);
  CHECK(summary.upper_quartile == 4);
  CHECK(summary.p95 == Approx(4.8));  // place 0.95 x 4 = 3.8 of 0..4
  CHECK(summary.largest == 5);
  CHECK(summary.relative_spread() == Approx(2.0 / 3.0));
  CHECK(summarise({1, 2, 3, 10}).median == 2.5);
}

TEST_CASE("one sample stands for all statistics, none for zeros") {
  const auto one = summarise({7});
  CHECK(one.n == 1);
  CHECK((one.lower_quartile == 7 && one.median == 7 && one.p95 == 7));
  CHECK(one.relative_spread() == 0);
  const auto none = summarise({});
  CHECK(none.n == 0);
  CHECK((none.least == 0 && none.lower_quartile == 0 && none.median == 0 &&
         none.upper_quartile == 0 && none.p95 == 0 && none.largest == 0));
}

TEST_CASE("repeating stops when the samples agree or a limit is reached") {
  const Repetition repetition{4, 6, 0.1, 10.0};
  const std::vector<double> steady{1, 1, 1.01, 1, 1.01, 1}, scattered{1, 2, 3, 4, 5, 6};
  const auto first = [](const std::vector<double>& all, std::size_t n) {
    return std::span(all).first(n);
  };
  CHECK_FALSE(repetition.enough({}, 20));
  CHECK_FALSE(repetition.enough(first(steady, 3), 1));
  CHECK(repetition.enough(first(steady, 4), 1));
  CHECK_FALSE(repetition.enough(first(scattered, 5), 1));
  CHECK(repetition.enough(first(scattered, 6), 1));   // at most 6
  CHECK(repetition.enough(first(scattered, 1), 10));  // 10 s have passed
}

TEST_CASE("a straight line is found exactly") {
  const auto line =
      straight_line(std::vector<double>{0, 1, 2, 5}, std::vector<double>{3, 5, 7, 13});
  CHECK(line.intercept == Approx(3));
  CHECK(line.slope == Approx(2));
  CHECK(line.slope_error == Approx(0).margin(1e-12));
}

TEST_CASE("the standard error of the slope follows from what is left") {
  // By hand: the residuals are 0.2, -0.2, -0.6, 1 and -0.4.
  const auto line =
      straight_line(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{2, 3, 4, 7, 7});
  CHECK(line.slope == Approx(1.4));
  CHECK(line.intercept == Approx(0.4));
  CHECK(line.slope_error == Approx(std::sqrt(1.6 / 3 / 10)));
}

TEST_CASE("without two different places there is no line") {
  CHECK(straight_line({}, {}).slope == 0);
  CHECK(straight_line(std::vector<double>{1, 1}, std::vector<double>{2, 3}).slope == 0);
}
