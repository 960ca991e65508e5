#include "bem/sine_cosine.h"

#include <cmath>
#include <random>

#include "support/catch.h"

using febem::bem::sine_cosine;

TEST_CASE("sine and cosine agree with the C library to rounding") {
  std::mt19937_64 generator(1);
  const double largest = GENERATE(1e-3, 1.0, 10.0, 1e3, 1e7);
  std::uniform_real_distribution<double> uniform(-largest, largest);
  double error = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = uniform(generator);
    const auto [sine, cosine] = sine_cosine(x);
    error = std::max({error, std::abs(sine - std::sin(x)), std::abs(cosine - std::cos(x))});
  }
  CHECK(error < 4e-16);
}

TEST_CASE("sine and cosine are exact at zero") {
  CHECK(sine_cosine(0).sine == 0);
  CHECK(sine_cosine(0).cosine == 1);
}
