// Every instruction set against the definition in the plainest terms.
#include "bem/panel_kernels.h"

#include <cstdlib>

#include "bem/collocation.h"
#include "bem/sine_cosine.h"
#include "bem/surfaces.h"
#include "core/error.h"
#include "la/norms.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// S and K, N alone, and all together.
std::array<RowEquation, 3> equations(double k) {
  return {RowEquation{k}, RowEquation{k, 1, 0, 0}, RowEquation{k, 0.3, -0.2}};
}
constexpr std::size_t pairs = 40;

const PanelKernels& reference() { return *available_panel_kernels().front(); }

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
  PointArrays arrays() const {
    return {x.data(), y.data(), z.data(), weight.data(), points_of_each};
  }
  /// Where point q of panel p is.
  std::size_t number(std::size_t p, std::size_t q) const {
    return (p / padding * points_of_each + q) * padding + p % padding;
  }

  int points_of_each;
  std::vector<double> x, y, z, weight;
};

const Observer origin{0.1, -0.2, 0.05, 0.6, 0, 0.8};

/// In units of rounding errors: at most `scale` for each of the parts.
double distance(const RowSums& a, const RowSums& b, double scale) {
  const auto of = [&](Complex one, Complex other) {
    return one == other ? 0 : std::abs(one - other) / (epsilon * scale * std::abs(other));
  };
  double most = 0;
  for (std::size_t p = 0; p < pairs; ++p)
    most = la::larger(most, la::larger(of(a.h(p), b.h(p)), of(a.b(p), b.b(p))));
  return most;
}

/// Normals of panels before the origin.
struct Normals {
  std::vector<double> x = numbers(pairs, -1, -0.5, 5), y = numbers(pairs, -1, -0.5, 6),
                      z = numbers(pairs, -1, -0.5, 7);
  VectorArrays arrays() const { return {x.data(), y.data(), z.data()}; }
};

RowSums over_panels(const PanelKernels& kernels, const RowEquation& row, const Points& points) {
  RowSums sums(pairs);
  kernels.over_panels(row, origin, points.arrays(), Normals().arrays(), pairs, sums.from());
  return sums;
}

std::vector<std::vector<double>> some_maps() {
  std::vector<std::vector<double>> coefficients;
  for (unsigned m = 0; m < map_coefficients; ++m)
    coefficients.push_back(m < 3     ? numbers(pairs, 2, 3, m)
                           : m == 12 ? numbers(pairs, 1, 2, m)
                                     : numbers(pairs, -0.2, 0.2, m));
  return coefficients;
}

MapArrays arrays(const std::vector<std::vector<double>>& coefficients) {
  MapArrays maps{};
  for (std::size_t m = 0; m < map_coefficients; ++m) maps.coefficient[m] = coefficients[m].data();
  return maps;
}

}  // namespace

TEST_CASE("the reference is the definition") {
  // Two points of weights 1/2 and 3 in the plane z = 2, at the distances 2 and 2.5: k = 0, then k r
  // = pi/2 at the first.
  const double x[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1.5}, y[16] = {},
               weight[16] = {0.5, 0, 0, 0, 0, 0, 0, 0, 3}, ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  const std::vector<double> z(16, 2);
  const Observer here{0, 0, 0, 0, 0, 1};
  RowSums layers(8), hypersingular(8);
  const auto evaluate = [&](double k, int points) {
    for (const auto& [row, sums] :
        {std::pair{RowEquation{k}, &layers}, std::pair{RowEquation{k, 1, 0, 0}, &hypersingular}})
      reference().over_panels(
          row, here, {x, y, z.data(), weight, points}, {y, y, ones}, 8, sums->from());
  };
  const auto check = [&](Complex g, Complex t, Complex e) {
    CHECK(std::abs(layers.b(0) * (4 * core::pi) - g) < 1e-15);
    CHECK(std::abs(layers.h(0) * (4 * core::pi) - -2.0 * t) < 1e-15);
    CHECK(std::abs(hypersingular.h(0) * (4 * core::pi) - (-2.0 * e + t)) < 1e-15);
    CHECK(hypersingular.b(0) == 0.0);
  };
  evaluate(0, 2);
  check(0.25 + 3 / 2.5, -0.5 / 8 - 3 / 15.625, 3 * -2 * (0.5 / 32 + 3 / 97.65625));
  const double k = core::pi / 4;
  evaluate(k, 1);
  const Complex i(0, 1);
  check(0.25 * i, 0.25 * i * (i * k - 0.5) / 2.0,
      0.25 * i * (0.75 - k * k - 1.5 * i * k) / 4.0 * -2.0);
}

TEST_CASE("every instruction set agrees with the reference to a few rounding errors") {
  for (const auto* kernels : available_panel_kernels())
    for (const double k : {0.0, 0.3, 4.0, 300.0})
      for (const auto& row : equations(k)) {
        INFO(kernels->name << ", k = " << k << ", alpha = " << row.alpha_re);
        // The phase has the rounding error of k r, r up to 5.2.
        const double scale = 1 + 5.2 * k;
        const Points one(1);
        CHECK(distance(over_panels(*kernels, row, one), over_panels(reference(), row, one), scale) <
              16);
        if (k > 4) continue;  // where points of a panel cancel
        const Points seven(7);
        CHECK(distance(over_panels(*kernels, row, seven), over_panels(reference(), row, seven),
                  scale) < 64);
      }
}

TEST_CASE("every instruction set makes the same moments of the same points along a line") {
  const auto t = numbers(16, -1, 1, 21), weight = numbers(16, 0.5, 1, 22);
  LineCoefficients line;
  const auto c = numbers(45, 0.5, 1, 23);
  std::size_t next = 0;
  for (auto* tangents : {&line.along_r, &line.along_s})
    for (auto& of_power : *tangents)
      for (double& coefficient : of_power) coefficient = c[next++];
  for (auto& of_power : line.y)
    for (double& coefficient : of_power) coefficient = c[next++];
  for (auto* pair : {&line.r, &line.s, &line.weight})
    for (double& coefficient : *pair) coefficient = c[next++];
  for (const RowEquation& row :
      {RowEquation{1.3}, RowEquation{1.3, 0.3, 0.2}, RowEquation{0, 0, 0.7, 0}})
    for (const int order : {1, 2}) {
      const auto moments = [&](const PanelKernels& kernels) {
        std::vector<double> points(9 * 16);
        kernels.along_line(line, t.data(), weight.data(), 16, area_arrays(points.data(), 16));
        PanelMoments sums = {{1}};
        kernels.of_panel(row, {-1, -2, 0.5, 0.6, 0, 0.8},
            area_arrays<const double>(points.data(), 16), 16, order, sums);
        return std::vector<double>(&sums[0][0], &sums[0][0] + most_monomials * row_parts);
      };
      const auto expected = moments(reference());
      for (const auto* kernels : available_panel_kernels()) {
        INFO(kernels->name << ", order " << order);
        const auto found = moments(*kernels);
        for (std::size_t m = 0; m < expected.size(); ++m)
          CHECK(found[m] == Approx(expected[m]).epsilon(1e-12).margin(1e-13));
      }
    }
}

TEST_CASE("every instruction set makes the same integrals of plane waves") {
  const Points points(1);
  const auto x = numbers(3, -2, 2, 31), y = numbers(3, -2, 2, 32), z = numbers(3, -2, 2, 33),
             weight = numbers(3, 0.5, 1, 34), weight_im = numbers(3, -1, 1, 35);
  for (const auto* kernels : bem::available_panel_kernels()) {
    std::array<std::vector<double>, 4> sums;
    for (auto& sum : sums) sum.resize(pairs);
    kernels->plane_waves({points.x.data(), points.y.data(), points.z.data()},
        {x.data(), y.data(), z.data(), weight.data(), 3}, weight_im.data(), pairs,
        {sums[0].data(), sums[1].data(), sums[2].data(), sums[3].data()});
    for (std::size_t p = 0; p < pairs; ++p) {
      INFO(kernels->name << ", wave " << p);
      Complex expected, of_conjugate;
      for (int q = 0; q < 3; ++q) {
        const Complex wave = std::polar(
                          1.0, -(points.x[p] * x[q] + points.y[p] * y[q] + points.z[p] * z[q])),
                      w(weight[q], weight_im[q]);
        expected += w * wave;
        of_conjugate += std::conj(w) * wave;
      }
      CHECK(std::abs(Complex(sums[0][p], sums[1][p]) - expected) < 1e-14);
      CHECK(std::abs(Complex(sums[2][p], sums[3][p]) - of_conjugate) < 1e-14);
    }
  }
}

TEST_CASE("one panel seen by many points is many panels seen from one, turned round") {
  const Points points(1);
  // Two points of the panel, whose normal is (3, 0, -2) / sqrt(13).
  const double x[] = {0.1, 0.3}, y[] = {0, 0.2}, z[] = {-0.3, 0}, weight[] = {0.5, 0.25},
               root = std::sqrt(13.0);
  const Observer panel{x[1], y[1], z[1], 3 / root, 0, -2 / root};
  const std::vector<double> n_x(pairs, 3 / root), n_y(pairs), n_z(pairs, -2 / root);
  const auto seen = [&](const PanelKernels& kernels) {
    RowSums sums(pairs);
    for (std::size_t p = 0; p < pairs; ++p) sums.clear(p);
    kernels.seen_by(1.3, {points.x.data(), points.y.data(), points.z.data()}, {x, y, z, weight, 2},
        panel, pairs, sums.from());
    return sums;
  };
  for (const auto* kernels : available_panel_kernels()) {
    INFO(kernels->name);
    const auto found = seen(*kernels);
    CHECK(distance(found, seen(reference()), 8) < 8);
    Complex turned = 0;
    for (const int q : {0, 1}) {
      RowSums one(pairs);
      kernels->over_panels({1.3}, {x[q], y[q], z[q], 0, 0, 0}, points.arrays(),
          {n_x.data(), n_y.data(), n_z.data()}, pairs, one.from());
      turned -= weight[q] / points.weight[5] * one.h(5);
    }
    CHECK(std::abs(found.h(5) - turned) < 1e-15 * std::abs(turned) * 8);
  }
}

TEST_CASE("maps make the points that they stand for") {
  const auto coefficients = some_maps();
  const MapArrays maps = arrays(coefficients);
  const double s[] = {-0.5, 0.7, 1}, t[] = {0.3, -1, 0.2}, weight[] = {1, 0.5, 0.8};

  Points points(3);  // y = -d, since the observer is at the origin
  for (std::size_t p = 0; p < pairs; ++p)
    for (std::size_t q = 0; q < 3; ++q) {
      const auto at = [&](std::size_t m) { return coefficients[m][p]; };
      const auto d = [&](std::size_t m) {
        return at(m) - s[q] * at(3 + m) - t[q] * at(6 + m) - s[q] * t[q] * at(9 + m);
      };
      const std::size_t number = points.number(p, q);
      points.x[number] = -d(0);
      points.y[number] = -d(1);
      points.z[number] = -d(2);
      points.weight[number] = weight[q] * (at(12) + s[q] * at(13) + t[q] * at(14));
    }
  const Observer here{0, 0, 0, 0.6, 0, 0.8};
  const Normals n;
  std::vector<double> height, cosine;
  for (std::size_t p = 0; p < pairs; ++p) {
    const std::size_t first = points.number(p, 0);
    height.push_back(
        -points.x[first] * n.x[p] - points.y[first] * n.y[p] - points.z[first] * n.z[p]);
    cosine.push_back(0.6 * n.x[p] + 0.8 * n.z[p]);
  }
  for (const auto* kernels : available_panel_kernels())
    for (const auto& row : equations(0.7)) {
      INFO(kernels->name << ", alpha = " << row.alpha_re);
      RowSums found(pairs), expected(pairs);
      kernels->mapped(
          row, here, maps, height.data(), cosine.data(), {s, t, weight, 3}, pairs, found.from());
      reference().over_panels(row, here, points.arrays(), n.arrays(), pairs, expected.from());
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
        {a.data(), b.data(), {x.data(), y.data(), z.data()}}, pairs,
        {sums[0].data(), sums[1].data(), sums[2].data()});
    return sums;
  };
  const auto expected = moments(reference());
  for (const auto* kernels : available_panel_kernels()) {
    INFO(kernels->name);
    const auto found = moments(*kernels);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t p = 0; p < pairs; ++p)
        CHECK(std::abs(found[axis][p] - expected[axis][p]) < 16 * epsilon);
  }
}

TEST_CASE("a pair has the same bits in every lane") {
  for (const auto* kernels : available_panel_kernels()) {
    INFO(kernels->name);
    Points points(2);
    for (auto* const numbers : {&points.x, &points.y, &points.z, &points.weight})
      for (std::size_t at = 0; at < numbers->size(); ++at)
        (*numbers)[at] = (*numbers)[at / padding % 2 * padding];
    const std::vector<double> n(pairs, 0.6);
    RowSums sums(pairs);
    kernels->over_panels(
        {2, 0.3, 0.2}, origin, points.arrays(), {n.data(), n.data(), n.data()}, pairs, sums.from());
    for (std::size_t p = 1; p < pairs; ++p)
      CHECK((sums.h(p) == sums.h(0) && sums.b(p) == sums.b(0)));
  }
}

TEST_CASE("rows of H and B agree over the instruction sets to rounding") {
  for (const auto& surface : {box({1, 0.5, 2}, {4, 3, 7}), meshes::icosphere(1, 4)}) {
    const auto formulation = uniform_coupling(3, 0.2, surface);
    const auto n = static_cast<std::size_t>(surface.size());
    std::vector<Complex> h(n), b(n), h_reference(n), b_reference(n);
    const Collocation expected(surface, formulation, reference());
    for (const auto* kernels : available_panel_kernels()) {
      INFO(kernels->name);
      const Collocation collocation(surface, formulation, *kernels);
      for (const Index i : {0, 17, 44}) {
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
  const auto sets = available_panel_kernels();
  REQUIRE(sets.size() >= 2);
  CHECK(sets[0]->name == std::string("reference"));
  CHECK(sets[1]->name == std::string("baseline"));
  const char* const variable = "FEBEM_INSTRUCTION_SET";
  const char* const before = std::getenv(variable);
  const std::string kept = before == nullptr ? "" : before;
  unsetenv(variable);
  CHECK(&chosen_panel_kernels() == sets.back());
  for (const auto* set : sets) {
    setenv(variable, set->name, 1);
    CHECK(&chosen_panel_kernels() == set);
  }
  setenv(variable, "mmx", 1);
  CHECK_THROWS_AS(chosen_panel_kernels(), core::InputError);
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
