#include "la/rational_interpolant.h"

#include <algorithm>
#include <cmath>

#include "support/catch.h"

using la::Complex;
using la::Vector;

namespace {

struct Mode {
  Complex x, residue;
};
const std::vector<Mode> modes{
    {{1.2, -0.01}, {0.02, 0.01}}, {{1.9, -0.003}, {0.01, -0.004}}, {{1.93, -0.2}, {0.3, 0.1}}};

constexpr int size = 60;  // more than the values

// Poles with residues that differ by component, and a smooth part.
Vector sample(double x) {
  Vector f(size);
  for (int i = 0; i < size; ++i) {
    f[i] = std::exp(Complex(0, 0.07 * x * (i + 1)));
    for (std::size_t m = 0; m < modes.size(); ++m)
      f[i] += modes[m].residue * std::cos(1.0 + i * (m + 1.0)) / (x - modes[m].x);
  }
  return f;
}

// By the rule for the next position.
la::RationalInterpolant grown(int values, const std::vector<double>& positions) {
  la::RationalInterpolant f;
  f.add(positions.front(), sample(positions.front()));
  f.add(positions.back(), sample(positions.back()));
  while (f.values() < values) {
    const double next =
        *std::ranges::max_element(positions, {}, [&](double x) { return f.indicator(x); });
    f.add(next, sample(next));
  }
  return f;
}

std::vector<double> grid() {
  std::vector<double> result;
  for (int i = 0; i <= 1000; ++i) result.push_back(1 + 0.001 * i);
  return result;
}

double worst_error(const la::RationalInterpolant& f) {
  double worst = 0;
  for (const double x : grid()) {
    const double error = (f.at(x) - sample(x)).norm() / sample(x).norm();
    worst = error <= worst ? worst : error;
  }
  return worst;
}

}  // namespace

TEST_CASE("a rational interpolant has the values that it was given") {
  const auto f = grown(5, grid());
  for (const double x : {1.0, 2.0}) CHECK((f.at(x) - sample(x)).norm() < 1e-13);
  CHECK(f.indicator(1.0) == 0);
}

TEST_CASE("a rational interpolant of few poles converges with few values") {
  CHECK(worst_error(grown(12, grid())) < 1e-6);
  CHECK(worst_error(grown(16, grid())) < 1e-8);
}

TEST_CASE("a function that is rational alone is exact with a value more than it has poles") {
  la::RationalInterpolant f;
  const auto two_poles = [](double x) {
    Vector v(3);
    v << 1.0 / (x - Complex(1.5, -0.1)), 2.0 / (x - Complex(3, -0.2)), 0.0;
    return v;
  };
  for (const double x : {1.0, 2.0, 3.5}) f.add(x, two_poles(x));
  for (const double x : {1.3, 1.5, 2.7}) CHECK((f.at(x) - two_poles(x)).norm() < 1e-12);
}

TEST_CASE("more values than a function needs bring no poles") {
  la::RationalInterpolant f;
  const auto square = [](double x) {
    Vector v = Vector::Zero(30);
    v[0] = x * x;
    v[1] = x;
    return v;
  };
  for (const double x : {1.0, 2.0, 1.5, 1.2, 1.8, 1.1, 1.93, 1.37, 1.66, 1.04, 1.97, 1.28})
    f.add(x, square(x));
  for (const double x : grid()) CHECK((f.at(x) - square(x)).norm() < 1e-9);
}

TEST_CASE("the poles of a rational interpolant are those of the function") {
  const auto poles = grown(13, grid()).poles();
  CHECK(std::ssize(poles) == 12);
  std::vector<double> ratios;  // to the true height
  for (const auto& mode : modes) {
    const auto nearest = *std::ranges::min_element(
        poles, {}, [&](const auto& pole) { return std::abs(pole.x - mode.x); });
    CHECK(std::abs(nearest.x - mode.x) < 1e-7 * std::abs(mode.x));
    double residue = 0;
    for (int i = 0; i < size; ++i)
      residue += std::norm(mode.residue * std::cos(1.0 + i * (&mode - modes.data() + 1.0)));
    ratios.push_back(nearest.height / (std::sqrt(residue) / -mode.x.imag()));
  }
  for (const double ratio : ratios) CHECK(std::abs(ratio / ratios.front() - 1) < 1e-5);
  CHECK(ratios.front() > 0.05);  // 1 over the median of values, of some 60 components
  CHECK(ratios.front() < 0.2);
}
