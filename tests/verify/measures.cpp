// What the verification compares, on surfaces where it is known by hand.
#include "verify/measures.h"

#include "meshes/icosphere.h"
#include "support/catch.h"

using verify::Complex;
using verify::SolvedFrequency;

namespace {

const double pi = 3.14159265358979323846;

/// Two panels, of areas 1 and 3, on the +z and the +x axis, of regions "a" and "b".
struct Two {
  cases::Case problem;
  cases::Model model;
  io::FrequencySolution solution;
  Two() {
    auto& surface = model.wet.surface;
    surface.regions = {"a", "b"};
    surface.panels = {{{0, 1, 2, 3}, 4, 0}, {{0, 1, 2, 3}, 4, 1}};
    surface.centroids = {{0, 0, 2}, {3, 0, 0}};
    surface.normals = {{0, 0, 1}, {1, 0, 0}};
    surface.areas = {1, 3};
    problem.fluid = {2, 10};
    solution.pressure = {Complex(0, 4), Complex(2, 0)};
  }
  SolvedFrequency solved() const {
    return {problem, model, cases::FrequencyPoint(5, problem.fluid), solution};
  }
};

}  // namespace

TEST_CASE("polar angles are from +z, and a mean square is over the area") {
  const Two two;
  const auto angles = verify::polar_angles(two.model.wet.surface);
  CHECK(angles[0] == Approx(0).margin(1e-15));
  CHECK(angles[1] == Approx(pi / 2));
  CHECK(verify::root_mean_square(two.model.wet.surface, two.solution.pressure) ==
        Approx(std::sqrt((16 + 3 * 4) / 4.0)));
}

TEST_CASE("a surface pressure is compared in the mean square, and an error of phase alone is one") {
  const Two two;
  const auto exact = [](double theta) { return theta < 1 ? Complex(0, 4) : Complex(0, 2); };
  const auto row = verify::compare_surface_pressure("p", two.solved(), exact, 0.25);
  CHECK(row.exact.real() == Approx(std::sqrt(7.0)));
  CHECK(row.computed.real() == Approx(std::sqrt(7.0)));
  CHECK(row.error == Approx(std::sqrt(3 * 8 / 28.0)));  // |2 - 2i|^2 over 3 of 4
  CHECK(row.tolerance == 0.25);
  CHECK_FALSE(row.passes());
  const auto right = [](double theta) { return theta < 1 ? Complex(0, 4) : Complex(2, 0); };
  CHECK(verify::compare_surface_pressure("p", two.solved(), right, 1e-12).passes());
}

TEST_CASE("the mean over a region leaves the others out") {
  Two two;
  CHECK(verify::mean_pressure(two.solved(), "a") == Complex(0, 4));
  CHECK(verify::mean_pressure(two.solved(), "b") == Complex(2, 0));
  two.model.wet.surface.panels[1].region = 0;
  CHECK(verify::mean_pressure(two.solved(), "a") == Complex(1.5, 1));
}

TEST_CASE("coefficients of Legendre polynomials come back") {
  const auto surface = meshes::icosphere(1, 4);
  std::vector<Complex> values;
  for (const auto& c : surface.centroids) {
    const double x = c.normalized().z();
    values.push_back(Complex(2, 1) - 3.0 * x + Complex(0, 5) * (3 * x * x - 1) / 2.0);
  }
  const auto c = verify::legendre_coefficients(surface, values, 4);
  REQUIRE(c.size() == 4);
  CHECK(std::abs(c[0] - Complex(2, 1)) < 1e-12);
  CHECK(std::abs(c[1] + 3.0) < 1e-12);
  CHECK(std::abs(c[2] - Complex(0, 5)) < 1e-12);
  CHECK(std::abs(c[3]) < 1e-12);
}

TEST_CASE("the far field along z is that of the direction nearest to it") {
  Two two;
  two.problem.output.directivity = cases::Directivity{"xz", 90};  // +x, +z, -x, -z
  two.solution.directivity = {1, 2, 3, Complex(0, 4)};
  CHECK(verify::far_field_along_z(two.solved(), 1) == Complex(2));
  CHECK(verify::far_field_along_z(two.solved(), -1) == Complex(0, 4));
  CHECK(verify::back_scattered(two.solved()) == Approx(8));
  CHECK(verify::ka_label(two.solved(), 2) == "ka = 6.28");
}

TEST_CASE("the observed order is the slope of the errors") {
  CHECK(verify::observed_order({1, 0.5, 0.25}, {8, 2, 0.5}) == Approx(2));
  CHECK(verify::observed_order({1, 0.5}, {3, 1.5}) == Approx(1));
}
