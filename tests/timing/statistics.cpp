#include "timing/statistics.h"

#include "support/catch.h"

using febem::timing::Repetition;
using febem::timing::summarise;

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
  CHECK(summarise({}).n == 0);
  CHECK(summarise({}).median == 0);
}

TEST_CASE("repeating stops when the samples agree or a limit is reached") {
  const Repetition repetition{4, 6, 0.1, 10.0};
  const std::vector<double> steady{1, 1, 1.01, 1, 1.01, 1}, scattered{1, 2, 3, 4, 5, 6};
  const auto first = [](const std::vector<double>& all, std::size_t n) { return std::span(all).first(n); };
  CHECK_FALSE(repetition.enough({}, 20));
  CHECK_FALSE(repetition.enough(first(steady, 3), 1));
  CHECK(repetition.enough(first(steady, 4), 1));
  CHECK_FALSE(repetition.enough(first(scattered, 5), 1));
  CHECK(repetition.enough(first(scattered, 6), 1));   // at most 6
  CHECK(repetition.enough(first(scattered, 1), 10));  // 10 s have passed
}
