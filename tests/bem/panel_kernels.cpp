// Every instruction set against the definition in the plainest terms.
#include "bem/panel_kernels.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "bem/collocation.h"
#include "bem/panel_integrals.h"
#include "bem/sine_cosine.h"
#include "bem/surfaces.h"
#include "core/error.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem;
using bem::Complex;
using bem::PanelKernels;
using bem::PanelSums;
using bem::Terms;
using febem::bem::sine_cosine;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr std::array all_terms{Terms::double_layer, Terms::both_layers, Terms::hypersingular};
constexpr std::size_t pairs = 40;

const PanelKernels& reference() { return *bem::available_panel_kernels().front(); }

std::vector<double> numbers(std::size_t count, double from, double to, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(from, to);
  std::vector<double> all(count);
  for (double& number : all) number = uniform(generator);
  return all;
}

/// Points in a cube two away from the origin.
struct Points {
  explicit Points(std::size_t each)
      : points_of_each(static_cast<int>(each)), x(numbers(each * pairs, 2, 3, 1)),
        y(numbers(each * pairs, 2, 3, 2)), z(numbers(each * pairs, 2, 3, 3)),
        weight(numbers(each * pairs, 0.5, 1, 4)) {}
  bem::PointArrays arrays() const {
    return {x.data(), y.data(), z.data(), weight.data(), pairs, points_of_each};
  }

  int points_of_each;
  std::vector<double> x, y, z, weight;
};

const bem::Observer origin{0.1, -0.2, 0.05, 0.6, 0, 0.8};

/// In units of rounding errors of the sum of moduli: at most `scale` for each of the parts.
double distance(const PanelSums& a, const PanelSums& b, double scale) {
  const auto of = [&](Complex one, Complex other) {
    return std::abs(one - other) / (epsilon * scale * std::abs(other));
  };
  double most = 0;
  for (std::size_t p = 0; p < pairs; ++p) {
    std::vector<double> found{of(a.t(p), b.t(p))};
    if (a.terms() != Terms::double_layer) found.push_back(of(a.g(p), b.g(p)));
    if (a.terms() == Terms::hypersingular) found.push_back(of(a.e(p), b.e(p)));
    for (const double one : found)
      most = one <= most ? most : one;  // also one that is not a number
  }
  return most;
}

PanelSums over_panels_at_point(
    const PanelKernels& kernels, double k, Terms terms, const Points& points) {
  PanelSums sums(pairs, terms);
  kernels.over_panels_at_point[static_cast<std::size_t>(terms)](
      k, origin, points.arrays(), pairs, sums.arrays());
  return sums;
}

std::vector<std::vector<double>> some_maps() {
  std::vector<std::vector<double>> coefficients;
  for (unsigned m = 0; m < bem::map_coefficients; ++m)
    coefficients.push_back(m < 3     ? numbers(pairs, 2, 3, m)
                           : m == 12 ? numbers(pairs, 1, 2, m)
                                     : numbers(pairs, -0.2, 0.2, m));
  return coefficients;
}

bem::MapArrays arrays(const std::vector<std::vector<double>>& coefficients) {
  bem::MapArrays maps{};
  for (std::size_t m = 0; m < bem::map_coefficients; ++m)
    maps.coefficient[m] = coefficients[m].data();
  return maps;
}

}  // namespace

TEST_CASE("the reference is the definition") {
  // Two points of weights 1/2 and 3, two and one away: k = 0, then k r = pi/2 at the first.
  const double x[16] = {}, y[16] = {}, weight[16] = {0.5, 0, 0, 0, 0, 0, 0, 0, 3},
               z[16] = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const bem::Observer here{0, 0, 0, 0, 0, 1};
  PanelSums sums(8, Terms::hypersingular);
  reference().over_panels_at_point[2](0, here, {x, y, z, weight, 8, 2}, 8, sums.arrays());
  CHECK(std::abs(sums.g(0) - (0.25 + 3)) < 1e-15);
  CHECK(std::abs(sums.t(0) - (-0.5 / 8 - 3)) < 1e-15);
  CHECK(std::abs(sums.e(0) - 3 * (0.5 / 32 * -2 + 3 * -1)) < 1e-14);
  const double k = core::pi / 4;
  reference().over_panels_at_point[2](k, here, {x, y, z, weight, 8, 1}, 8, sums.arrays());
  const Complex i(0, 1);
  CHECK(std::abs(sums.g(0) - 0.25 * i) < 1e-15);
  CHECK(std::abs(sums.t(0) - 0.25 * i * (i * k - 0.5) / 2.0) < 1e-15);
  CHECK(std::abs(sums.e(0) - 0.25 * i * (0.75 - k * k - 1.5 * i * k) / 4.0 * -2.0) < 1e-15);
}

TEST_CASE("every instruction set agrees with the reference to a few rounding errors") {
  for (const auto* kernels : bem::available_panel_kernels())
    for (const double k : {0.0, 0.3, 4.0, 300.0})
      for (const Terms terms : all_terms) {
        INFO(kernels->name << ", k = " << k << ", terms " << static_cast<int>(terms));
        // The phase has the rounding error of k r, r up to 5.2.
        const double scale = 1 + 5.2 * k;
        const Points one(1);
        CHECK(distance(over_panels_at_point(*kernels, k, terms, one),
                  over_panels_at_point(reference(), k, terms, one), scale) < 8);
        if (k > 4) continue;  // where points of a panel cancel
        const Points seven(7);
        CHECK(distance(over_panels_at_point(*kernels, k, terms, seven),
                  over_panels_at_point(reference(), k, terms, seven), scale) < 64);
      }
}

TEST_CASE("every instruction set makes the same moments of the same points along a line") {
  const auto t = numbers(16, -1, 1, 21), weight = numbers(16, 0.5, 1, 22);
  bem::LineCoefficients line;
  const auto c = numbers(45, 0.5, 1, 23);
  std::size_t next = 0;
  for (auto* tangents : {&line.along_r, &line.along_s})
    for (auto& of_power : *tangents)
      for (double& coefficient : of_power) coefficient = c[next++];
  for (auto& of_power : line.y)
    for (double& coefficient : of_power) coefficient = c[next++];
  for (auto* pair : {&line.r, &line.s, &line.weight})
    for (double& coefficient : *pair) coefficient = c[next++];
  for (const bem::RowEquation& row :
      {bem::RowEquation{1.3}, bem::RowEquation{1.3, 0.3, 0.2}, bem::RowEquation{0, 0, 0.7, 0}})
    for (const int order : {1, 2}) {
      const auto moments = [&](const PanelKernels& kernels) {
        std::vector<double> points(9 * 16);
        const auto array = [&](int number) { return &points[16 * number]; };
        kernels.along_line(line, t.data(), weight.data(), 16,
            {array(0), array(1), array(2), array(3), array(4), array(5), array(6), array(7),
                array(8)});
        bem::PanelMoments sums = {{1}};
        kernels.of_panel(row, {-1, -2, 0.5, 0.6, 0, 0.8},
            {array(0), array(1), array(2), array(3), array(4), array(5), array(6), array(7),
                array(8)},
            16, order, sums);
        return std::vector<double>(&sums[0][0], &sums[0][0] + bem::most_monomials * bem::row_parts);
      };
      const auto expected = moments(reference());
      for (const auto* kernels : bem::available_panel_kernels()) {
        INFO(kernels->name << ", order " << order);
        const auto found = moments(*kernels);
        for (std::size_t m = 0; m < expected.size(); ++m)
          CHECK(found[m] == Approx(expected[m]).epsilon(1e-12).margin(1e-13));
      }
    }
}

TEST_CASE("one panel seen by many points is many panels seen from one, turned round") {
  const Points points(1);
  for (const auto* kernels : bem::available_panel_kernels()) {
    INFO(kernels->name);
    const double x[] = {0.1, 0.3}, y[] = {0, 0.2}, z[] = {-0.3, 0}, weight[] = {0.5, 0.25};
    PanelSums found(pairs, Terms::double_layer), expected(pairs, Terms::double_layer);
    kernels->seen_by(1.3, points.arrays(), {x, y, z, weight, 1, 2}, pairs, found.arrays());
    reference().seen_by(1.3, points.arrays(), {x, y, z, weight, 1, 2}, pairs, expected.arrays());
    CHECK(distance(found, expected, 8) < 8);
    Complex turned = 0;
    for (const int q : {0, 1}) {
      PanelSums one(pairs, Terms::double_layer);
      kernels->over_panels_at_point[0](
          1.3, {x[q], y[q], z[q], 0, 0, 0}, points.arrays(), pairs, one.arrays());
      turned += weight[q] / points.weight[5] * one.t(5);
    }
    CHECK(std::abs(found.t(5) - turned) < 1e-15 * std::abs(turned) * 8);
  }
}

TEST_CASE("maps make the points that they stand for") {
  const auto coefficients = some_maps();
  const bem::MapArrays maps = arrays(coefficients);
  const double s[] = {-0.5, 0.7, 1}, t[] = {0.3, -1, 0.2}, weight[] = {1, 0.5, 0.8};

  Points points(3);  // y = -d, since the observer is at the origin
  for (std::size_t p = 0; p < pairs; ++p)
    for (std::size_t q = 0; q < 3; ++q) {
      const auto at = [&](std::size_t m) { return coefficients[m][p]; };
      const auto d = [&](std::size_t m) {
        return at(m) - s[q] * at(3 + m) - t[q] * at(6 + m) - s[q] * t[q] * at(9 + m);
      };
      points.x[q * pairs + p] = -d(0);
      points.y[q * pairs + p] = -d(1);
      points.z[q * pairs + p] = -d(2);
      points.weight[q * pairs + p] = weight[q] * (at(12) + s[q] * at(13) + t[q] * at(14));
    }
  const bem::Observer here{0, 0, 0, 0.6, 0, 0.8};
  for (const auto* kernels : bem::available_panel_kernels())
    for (const Terms terms : all_terms) {
      INFO(kernels->name << ", terms " << static_cast<int>(terms));
      PanelSums found(pairs, terms), expected(pairs, terms);
      const auto which = static_cast<std::size_t>(terms);
      kernels->mapped[which](0.7, here, maps, {s, t, weight, 3}, pairs, found.arrays());
      reference().over_panels_at_point[which](0.7, here, points.arrays(), pairs, expected.arrays());
      CHECK(distance(found, expected, 8) < 16);
    }
}

TEST_CASE("moments of static kernels agree with the reference") {
  const auto coefficients = some_maps();
  const double s[] = {-0.5, 0.7, 1}, t[] = {0.3, -1, 0.2}, weight[] = {1, 0.5, 0.8};
  const auto a = numbers(pairs, -1, 1, 20), b = numbers(pairs, -1, 1, 21),
             x = numbers(pairs, -1, 1, 22), y = numbers(pairs, -1, 1, 23),
             z = numbers(pairs, -1, 1, 24);
  const auto moments = [&](const PanelKernels& kernels) {
    std::vector<std::vector<double>> sums(
        3, std::vector<double>(pairs, std::numeric_limits<double>::quiet_NaN()));
    kernels.moments({0, 0, 0, 0.6, 0, 0.8}, arrays(coefficients), {s, t, weight, 3},
        {a.data(), b.data(), x.data(), y.data(), z.data()}, pairs,
        {sums[0].data(), sums[1].data(), sums[2].data()});
    return sums;
  };
  const auto expected = moments(reference());
  for (const auto* kernels : bem::available_panel_kernels()) {
    INFO(kernels->name);
    const auto found = moments(*kernels);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t p = 0; p < pairs; ++p)
        CHECK(std::abs(found[axis][p] - expected[axis][p]) < 16 * epsilon);
  }
}

TEST_CASE("a pair has the same bits in every lane") {
  for (const auto* kernels : bem::available_panel_kernels()) {
    INFO(kernels->name);
    Points points(2);
    for (std::size_t at = 0; at < points.x.size(); ++at) {
      const std::size_t same = at / pairs * pairs;
      points.x[at] = points.x[same];
      points.y[at] = points.y[same];
      points.z[at] = points.z[same];
      points.weight[at] = points.weight[same];
    }
    const auto sums = over_panels_at_point(*kernels, 2, Terms::hypersingular, points);
    for (std::size_t p = 1; p < pairs; ++p)
      CHECK((sums.g(p) == sums.g(0) && sums.t(p) == sums.t(0) && sums.e(p) == sums.e(0)));
  }
}

TEST_CASE("rows of H and B agree over the instruction sets to rounding") {
  for (const auto& surface : {bem::box({1, 0.5, 2}, {4, 3, 7}), meshes::icosphere(1, 4)}) {
    const auto formulation = bem::uniform_coupling(3, 0.2, surface);
    const auto n = static_cast<std::size_t>(surface.size());
    std::vector<Complex> h(n), b(n), h_reference(n), b_reference(n);
    const bem::Collocation expected(surface, formulation, reference());
    for (const auto* kernels : bem::available_panel_kernels()) {
      INFO(kernels->name);
      const bem::Collocation collocation(surface, formulation, *kernels);
      for (const bem::Index i : {0, 17, 44}) {
        CHECK(collocation.row(i, h, b) == expected.row(i, h_reference, b_reference));
        const auto largest = [](const std::vector<Complex>& row) {
          return std::abs(*std::max_element(row.begin(), row.end(),
              [](Complex x, Complex y) { return std::abs(x) < std::abs(y); }));
        };
        for (std::size_t j = 0; j < n; ++j) {
          CHECK(std::abs(h[j] - h_reference[j]) < 1e-14 * largest(h_reference));
          CHECK(std::abs(b[j] - b_reference[j]) < 1e-14 * largest(b_reference));
        }
      }
    }
  }
}

TEST_CASE("the fastest instruction set is chosen, or the one that the environment names") {
  const auto sets = bem::available_panel_kernels();
  REQUIRE(sets.size() >= 2);
  CHECK(sets[0]->name == std::string("reference"));
  CHECK(sets[1]->name == std::string("baseline"));
  const char* const variable = "FEBEM_INSTRUCTION_SET";
  const char* const before = std::getenv(variable);
  const std::string kept = before == nullptr ? "" : before;
  unsetenv(variable);
  CHECK(&bem::chosen_panel_kernels() == sets.back());
  for (const auto* set : sets) {
    setenv(variable, set->name, 1);
    CHECK(&bem::chosen_panel_kernels() == set);
  }
  setenv(variable, "mmx", 1);
  CHECK_THROWS_AS(bem::chosen_panel_kernels(), core::InputError);
  if (before == nullptr)
    unsetenv(variable);
  else
    setenv(variable, kept.c_str(), 1);
}

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
