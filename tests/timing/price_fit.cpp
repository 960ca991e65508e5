#include "timing/price_fit.h"

#include "support/catch.h"
#include "timing/profile.h"

using namespace febem;
using timing::PricedSample;
using timing::Quantities;

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
      for (const la::Index k : {5, 60, 700}) samples.push_back(priced(prices, timing::multiply(m, n, k).quantities));
  return samples;
}

}  // namespace

TEST_CASE("prices are found again that differ by orders of magnitude") {
  const Quantities prices{2e-11, 3e-9, 5e-10, 4e-7};
  const auto fit = timing::fit_prices(products(prices));
  for (std::size_t q = 0; q < prices.size(); ++q) CHECK(fit.prices[q] == Approx(prices[q]).epsilon(1e-6));
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
