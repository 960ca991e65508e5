#include "bem/self_terms.h"

#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem::bem;
using core::pi;

namespace {

mesh::Surface equilateral() {
  return single_panel({{0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0}});
}

}  // namespace

TEST_CASE("static self terms of the unit square and the equilateral triangle") {
  const auto square = self_terms(panel_shape(rectangle(1, 1), 0), 0);
  CHECK(std::abs(square.s - std::log(1 + std::sqrt(2.0)) / pi) < 1e-14);
  CHECK(std::abs(square.n + 2 * std::sqrt(2.0) / pi) < 1e-14);
  const auto triangle = self_terms(panel_shape(equilateral(), 0), 0);
  CHECK(std::abs(triangle.s - 0.181519236) < 1e-9);
  CHECK(std::abs(triangle.n + 1.432394488) < 1e-9);
}

TEST_CASE("self terms at k = 1") {
  const auto square = self_terms(panel_shape(rectangle(1, 1), 0), 1);
  CHECK(std::abs(square.s - Complex(0.26558458, 0.07739261)) < 1e-8);
  CHECK(std::abs(square.n - Complex(-0.76380408, 0.02608739)) < 1e-8);
  const auto triangle = self_terms(panel_shape(equilateral(), 0), 1);
  CHECK(std::abs(triangle.s - Complex(0.17698467, 0.03398265)) < 1e-8);
  CHECK(std::abs(triangle.n - Complex(-1.34277198, 0.01139076)) < 1e-8);
}

TEST_CASE("static self terms of slender rectangles have closed forms") {
  const double a = 1, b = GENERATE(0.5, 0.1, 0.02);
  const auto terms = self_terms(panel_shape(rectangle(a, b), 0), 0);
  const double s = 2 * (a * std::asinh(b / a) + b * std::asinh(a / b)) / (4 * pi);
  const double n = -8 * std::hypot(a, b) / (a * b) / (4 * pi);
  CHECK(std::abs(terms.s - s) < 1e-14 * s);
  CHECK(std::abs(terms.n - n) < 1e-14 * -n);
}

TEST_CASE("self terms scale: S(k; length L) = L S(kL; 1), N(k; L) = N(kL; 1)/L") {
  const auto large = self_terms(panel_shape(rectangle(1000, 2000), 0), 1e-6);
  const auto small = self_terms(panel_shape(rectangle(1, 2), 0), 1e-3);
  CHECK(std::abs(large.s / 1000.0 - small.s) < 1e-14);
  CHECK(std::abs(large.n * 1000.0 - small.n) < 1e-14);
}

TEST_CASE(
    "a slender rectangle at k = 1: its self terms are the sum over the defining angle integral") {
  // Composite midpoint rule in theta over the four right triangles (a quarter of the rectangle each
  // has two).
  const double a = 2, b = 0.05, k = 1;
  Complex s = 0, n = 0;
  const auto edge = [&](double d, double t) {
    const int steps = 400000;
    const double top = std::atan2(t, d);
    for (int m = 0; m < steps; ++m) {
      const double radius = d / std::cos((m + 0.5) * top / steps);
      const Complex wave = std::exp(Complex(0, k * radius));
      s += 4 * top / steps * Complex(0, 1 / k) * (1.0 - wave) / (4 * pi);
      n += 4 * top / steps * (Complex(0, k) - wave / radius) / (4 * pi);
    }
  };
  edge(a / 2, b / 2);
  edge(b / 2, a / 2);
  const auto terms = self_terms(panel_shape(rectangle(a, b), 0), k);
  CHECK(std::abs(terms.s - s) < 1e-8 * std::abs(s));
  CHECK(std::abs(terms.n - n) < 1e-8 * std::abs(n));
}
