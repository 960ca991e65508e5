#include "bem/self_terms.h"

#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem::bem;
using core::pi;

namespace {

void check(const mesh::Surface& panel, double k, Complex s, Complex n, double tolerance) {
  const auto found = self_terms(panel_shape(panel, 0), k);
  CHECK(std::abs(found.s - s) < tolerance);
  CHECK(std::abs(found.n - n) < tolerance);
}

}  // namespace

TEST_CASE("self terms of the unit square and the equilateral triangle") {
  const auto triangle = single_panel({{0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0}});
  check(triangle, 0, 0.181519236, -1.432394488, 1e-9);
  check(triangle, 1, {0.17698467, 0.03398265}, {-1.34277198, 0.01139076}, 1e-8);
  check(rectangle(1, 1), 1, {0.26558458, 0.07739261}, {-0.76380408, 0.02608739}, 1e-8);
}

TEST_CASE("static self terms of rectangles have closed forms") {
  const double a = 1, b = GENERATE(1.0, 0.5, 0.1, 0.02);
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
