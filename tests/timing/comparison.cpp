#include "timing/comparison.h"

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "support/catch.h"

using namespace febem::timing;
using Verdict = Comparison::Verdict;

namespace {

/// Two settings on a machine whose speed drifts from round to round by 10 %, with noise of 1 % of
/// each launch that is sometimes much larger: one in ten launches takes up to 20 % longer. The
/// second setting takes `ratio` times as long as the first.
class Machine {
 public:
  explicit Machine(std::uint64_t seed) : random_(seed) {}

  Comparison compare(std::size_t rounds, double ratio, double outliers = 0.1) {
    std::vector<double> base, setting;
    for (std::size_t round = 0; round < rounds; ++round) {
      const double speed = 1 + 0.1 * uniform_(random_);
      base.push_back(speed * launch(outliers));
      setting.push_back(ratio * speed * launch(outliers));
    }
    return febem::timing::compare(base, setting);
  }

 private:
  double launch(double outliers) {
    const double slow = uniform_(random_) < outliers ? 0.2 * uniform_(random_) : 0;
    return std::exp(0.01 * normal_(random_) + slow);
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

int count(int comparisons, auto&& holds) {
  int found = 0;
  for (int i = 0; i < comparisons; ++i) found += holds() ? 1 : 0;
  return found;
}

}  // namespace

TEST_CASE("the interval is that of the tables of Wilcoxon's signed-rank test") {
  // n = 10: sums of ranks up to 8 are left out, at a confidence of 95.1 %; the average at place 9
  // of 55 from either end bounds the interval.
  std::vector<double> base(10, 1.0), setting;
  for (int i = 1; i <= 10; ++i) setting.push_back(std::exp2(i));
  const auto found = compare(base, setting);
  CHECK(found.confidence == Approx(1 - 2 * 25 / 1024.0));
  CHECK(found.ratio == Approx(std::exp2(5.5)));
  CHECK(found.lower == Approx(std::exp2(3)));
  CHECK(found.upper == Approx(std::exp2(8)));
  CHECK(found.verdict() == Verdict::slower);
  CHECK(compare(setting, base).verdict() == Verdict::faster);
  CHECK(compare(setting, base).upper == Approx(std::exp2(-3)));
  // The confidence of 99 % leaves out sums up to 3: place 4 of the averages.
  CHECK(compare(base, setting, 0.99).confidence == Approx(1 - 2 * 5 / 1024.0));
  CHECK(compare(base, setting, 0.99).lower == Approx(std::exp2(2)));
}

TEST_CASE("five rounds are too few for 95 %, six are enough") {
  const std::vector<double> base(6, 1.0), twice(6, 2.0);
  const auto five = compare(std::span(base).first(5), std::span(twice).first(5));
  CHECK(five.verdict() == Verdict::tie);
  CHECK(five.lower == 0);
  CHECK(std::isinf(five.upper));
  CHECK(five.ratio == Approx(2));
  CHECK(compare(base, twice).verdict() == Verdict::slower);
  CHECK(compare(base, base).verdict() == Verdict::tie);
  CHECK_THROWS_AS(compare(base, std::span(twice).first(5)), std::invalid_argument);
  CHECK_THROWS_AS(compare({}, {}), std::invalid_argument);
}

TEST_CASE("of comparisons of equal settings at most 5 % find a difference") {
  // The expected share is 4.9 %: of 20 000 comparisons 980 +- 31.
  Machine machine(1);
  const auto differs = [&] { return machine.compare(10, 1).verdict() != Verdict::tie; };
  const int found = count(20000, differs);
  CHECK((found > 800 && found < 1100));
}

TEST_CASE("ten launches show a difference of 3 %, in spite of drift") {
  for (const double ratio : {1.03, 0.97}) {
    Machine machine(2);
    const auto right = ratio > 1 ? Verdict::slower : Verdict::faster;
    CHECK(count(1000, [&] { return machine.compare(10, ratio, 0).verdict() == right; }) > 990);
  }
}

TEST_CASE("where one launch in ten is disturbed by far more than the difference, more are needed") {
  Machine machine(3);
  const auto slower = [&machine](std::size_t rounds) {
    return count(1000, [&] { return machine.compare(rounds, 1.03).verdict() == Verdict::slower; });
  };
  const int with_ten = slower(10);
  CHECK(with_ten < 700);
  CHECK(slower(20) > with_ten + 200);
  CHECK(slower(40) > 980);
}

TEST_CASE("the interval holds the true ratio as often as its confidence says") {
  Machine machine(4);
  const int held = count(5000, [&] {
    const auto found = machine.compare(12, 1.5);
    return found.lower <= 1.5 && 1.5 <= found.upper;
  });
  CHECK((held > 4700 && held < 4830));  // 95.8 % are expected
}
