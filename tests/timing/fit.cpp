#include "timing/fit.h"

#include "support/catch.h"
#include "timing/work.h"

using timing::Fit;
using timing::fit_line;
using timing::PricedSample;
using timing::Quantities;

namespace {

struct Measured {
  std::vector<double> bytes, seconds;
  Fit fit() const { return fit_line(bytes, seconds); }
};

// Times of 1 B to 4 MiB in powers of two, each `repeats` times.
Measured powers_of_two(const std::function<double(double)>& time, int repeats = 1) {
  Measured result;
  for (double bytes = 1; bytes <= 4194304; bytes *= 2)
    for (int repeat = 0; repeat < repeats; ++repeat) {
      result.bytes.push_back(bytes);
      result.seconds.push_back(time(bytes));
    }
  return result;
}

// A protocol of 2 us and 500 MB/s below 16 KiB; one of 10 us and 2 GB/s from there.
double two_protocols(double bytes) {
  return bytes < 16384 ? 2e-6 + bytes / 5e8 : 10e-6 + bytes / 2e9;
}

}  // namespace

TEST_CASE("a straight line is one regime") {
  const auto fit = powers_of_two([](double s) { return 50e-6 + s / 12.5e6; }).fit();
  REQUIRE(fit.regimes.size() == 1);
  CHECK(fit.regimes[0].from_bytes == 0);
  CHECK(fit.regimes[0].t0 == Approx(50e-6).epsilon(1e-9));
  CHECK(fit.regimes[0].r_inf == Approx(12.5e6).epsilon(1e-9));
  CHECK(fit.regimes[0].n_half() == Approx(625).epsilon(1e-9));
  CHECK(fit.relative_residual < 1e-9);
}

TEST_CASE("two protocols are two regimes, found exactly") {
  const auto fit = powers_of_two(two_protocols).fit();
  REQUIRE(fit.regimes.size() == 2);
  CHECK(fit.regimes[0].t0 == Approx(2e-6).epsilon(1e-9));
  CHECK(fit.regimes[0].r_inf == Approx(5e8).epsilon(1e-9));
  CHECK(fit.regimes[1].from_bytes == 16384);
  CHECK(fit.regimes[1].t0 == Approx(10e-6).epsilon(1e-9));
  CHECK(fit.regimes[1].r_inf == Approx(2e9).epsilon(1e-9));
  CHECK(fit.largest_residual < 1e-9);
  CHECK(fit.seconds(8192) == Approx(two_protocols(8192)));
  CHECK(fit.seconds(16384) == Approx(two_protocols(16384)));
}

TEST_CASE("noise of a few per cent moves neither the breakpoint nor the lines far") {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(1.0, 0.03);
  const auto fit =
      powers_of_two([&](double s) { return two_protocols(s) * noise(random); }, 20).fit();
  REQUIRE(fit.regimes.size() == 2);
  CHECK(fit.regimes[1].from_bytes == 16384);
  CHECK(fit.regimes[0].t0 == Approx(2e-6).epsilon(0.03));
  CHECK(fit.regimes[0].r_inf == Approx(5e8).epsilon(0.05));
  CHECK(fit.regimes[1].t0 == Approx(10e-6).epsilon(0.1));
  CHECK(fit.regimes[1].r_inf == Approx(2e9).epsilon(0.03));
  CHECK(fit.relative_residual == Approx(0.03).epsilon(0.1));
}

TEST_CASE("noise alone makes no second regime") {
  std::mt19937 random(2);
  std::normal_distribution<double> noise(1.0, 0.03);
  const auto fit =
      powers_of_two([&](double s) { return (50e-6 + s / 12.5e6) * noise(random); }, 5).fit();
  CHECK(fit.regimes.size() == 1);
}

// A chance finding in a hundred is what the criterion allows; it must not become one in ten.
TEST_CASE("of many measurements with noise hardly any is given a second regime by chance") {
  constexpr int tries = 1000;
  int found = 0;
  for (unsigned seed = 0; seed < tries; ++seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1.0, 0.03);
    found +=
        std::ssize(powers_of_two([&](double s) { return (50e-6 + s / 12.5e6) * noise(random); }, 5)
                       .fit()
                       .regimes) -
        1;
  }
  CHECK(found <= tries / 100);
}

TEST_CASE("a second regime that noise does not hide is hardly ever missed") {
  constexpr int tries = 200;
  int found = 0;
  for (unsigned seed = 0; seed < tries; ++seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1.0, 0.03);
    const auto slower_from = [](double s) {
      return s < 16384 ? 10e-6 + s / 5e8 : 14e-6 + s / 4.7e8;
    };
    found += std::ssize(powers_of_two([&](double s) { return slower_from(s) * noise(random); }, 5)
                            .fit()
                            .regimes) -
             1;
  }
  CHECK(found >= tries * 99 / 100);
}

TEST_CASE("order of the points and times of zero do not matter") {
  auto measured = powers_of_two(two_protocols);
  measured.bytes.insert(measured.bytes.begin(), {1048576, 0});
  measured.seconds.insert(measured.seconds.begin(), {two_protocols(1048576), 0});
  const auto fit = measured.fit();
  REQUIRE(fit.regimes.size() == 2);
  CHECK(fit.largest_residual < 1e-9);
}

TEST_CASE("neither a start-up time nor a rate is negative") {
  const auto falling = fit_line(std::vector<double>{1, 2, 4}, std::vector<double>{1.2, 1.1, 1.0});
  REQUIRE(falling.regimes.size() == 1);
  CHECK(std::isinf(falling.regimes[0].r_inf));
  CHECK(falling.regimes[0].t0 == Approx((1 / 1.2 + 1 / 1.1 + 1) / (1 / 1.44 + 1 / 1.21 + 1)));
  const auto steep = fit_line(std::vector<double>{1, 2, 4}, std::vector<double>{1, 4, 16});
  CHECK(steep.regimes[0].t0 == 0);
  CHECK(steep.regimes[0].r_inf > 0);
}

TEST_CASE("few points: one length gives a start-up time, none gives no regime") {
  const auto one = fit_line(std::vector<double>{8, 8}, std::vector<double>{2e-6, 2e-6});
  REQUIRE(one.regimes.size() == 1);
  CHECK(one.seconds(8) == Approx(2e-6));
  CHECK(std::isinf(one.regimes[0].r_inf));
  CHECK(fit_line({}, {}).regimes.empty());
}

namespace {

PricedSample priced(const Quantities& prices, const Quantities& quantities) {
  PricedSample sample{quantities};
  for (std::size_t q = 0; q < prices.size(); ++q) sample.seconds += prices[q] * quantities[q];
  return sample;
}

std::vector<PricedSample> products(const Quantities& prices) {
  std::vector<PricedSample> samples;
  for (const la::Index m : {3, 40, 500})
    for (const la::Index n : {8, 90})
      for (const la::Index k : {5, 60, 700})
        samples.push_back(priced(prices, timing::multiply(m, n, k).quantities));
  return samples;
}

}  // namespace

TEST_CASE("prices are found again that differ by orders of magnitude") {
  const Quantities prices{2e-11, 3e-9, 5e-10, 4e-7};
  const auto fit = timing::fit_prices(products(prices));
  for (std::size_t q = 0; q < prices.size(); ++q)
    CHECK(fit.prices[q] == Approx(prices[q]).epsilon(1e-6));
  CHECK(fit.largest_residual < 1e-9);
}

TEST_CASE("no price is negative, also where a line through the times would have one") {
  std::vector<PricedSample> samples{{{1, 1}, 0.5}, {{2, 1}, 2}, {{4, 1}, 4}};
  const auto fit = timing::fit_prices(samples);
  // Without the second quantity the best is (2 + 1 + 1) / (4 + 1 + 1) second each.
  CHECK(fit.prices[0] == Approx(4.0 / 6));
  CHECK(fit.prices[1] == 0);
  CHECK(fit.largest_residual == Approx(1.0 / 3));
}

TEST_CASE("a quantity that no sample has, and a time that is not positive, cost nothing") {
  std::vector<PricedSample> samples{{{1, 0}, 2}, {{3, 0}, 6}, {{5, 0}, 0}};
  const auto fit = timing::fit_prices(samples);
  CHECK(fit.prices[0] == Approx(2));
  CHECK(fit.prices[1] == 0);
  CHECK(timing::fit_prices({}).prices[0] == 0);
}
