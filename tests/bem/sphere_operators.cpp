// The operators applied to Legendre polynomials of the polar angle on a sphere of radius a = 1, x =
// ka:
//   S_n = ik a^2 j h,  K_n = K'_n = 1/2 + i x^2 j h',  N_n = i k^3 a^2 j' h'

#include "bem/dense_solve.h"
#include "bem/operators.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

using Symbols = std::array<Complex, 4>;  ///< S, K, K', N

Symbols exact_symbols(int n, double x) {
  const auto derivative = [&](auto f) { return n / x * f(n, x) - f(n + 1, x); };
  const auto bessel = [](int m, double t) { return std::sph_bessel(m, t); };
  const auto neumann = [](int m, double t) { return std::sph_neumann(m, t); };
  const Complex i(0, 1), h(bessel(n, x), neumann(n, x)),
      h_prime(derivative(bessel), derivative(neumann));
  const double j = bessel(n, x), j_prime = derivative(bessel);
  const Complex k_n = 0.5 + i * x * x * j * h_prime;
  return {i * x * j * h, k_n, k_n, i * x * x * x * j_prime * h_prime};
}

constexpr int symbol_degrees = 4;
using SymbolErrors =
    std::array<std::array<double, symbol_degrees>, 4>;  ///< by operator, by degree n

/// L2 errors of the four operators applied to P_n(cos theta), relative to P_n and, beyond one, to
/// the symbol.
SymbolErrors symbol_errors(int frequency, double x) {
  const auto surface = meshes::icosphere(1, frequency);
  const Index size = surface.size();
  la::Matrix harmonics(size, symbol_degrees);
  for (Index j = 0; j < size; ++j)
    for (int n = 0; n < symbol_degrees; ++n)
      harmonics(j, n) = std::legendre(n, surface.centroids[j].normalized().z());

  std::array<la::Matrix, 4> applied;
  applied.fill(la::Matrix(size, symbol_degrees));
  const CollocationSurface shared(surface);
  for (Index i = 0; i < size; ++i) {
    const auto rows = operators(shared, x, i);
    for (int op = 0; op < 4; ++op) applied[op].row(i) = rows[op].transpose() * harmonics;
  }
  SymbolErrors errors{};
  for (int op = 0; op < 4; ++op) {
    for (int n = 0; n < symbol_degrees; ++n) {
      // A symbol may vanish: add the error to the harmonic itself.
      const Complex symbol = exact_symbols(n, x)[op];
      const la::Vector harmonic = harmonics.col(n),
                       sum = harmonic + applied[op].col(n) - symbol * harmonic;
      errors[op][n] = relative_error(surface, sum, harmonic) / std::max(1.0, std::abs(symbol));
    }
  }
  return errors;
}

}  // namespace

TEST_CASE("operators on a sphere have the exact eigenvalues") {
  const double x = GENERATE(0.5, 2.0);
  const auto coarse = symbol_errors(3, x), fine = symbol_errors(6, x);
  for (int op = 0; op < 3; ++op) {  // S, K, K'
    for (int n = 0; n < symbol_degrees; ++n) {
      INFO("n = " << n << ", x = " << x << ", operator " << op);
      CHECK(fine[op][n] < 0.016);
      CHECK(std::log2(coarse[op][n] / fine[op][n]) > 1.5);
    }
  }
  for (int n = 0; n < symbol_degrees; ++n) {  // N
    INFO("n = " << n << ", x = " << x << ", errors of N " << coarse[3][n] << ", " << fine[3][n]);
    CHECK(fine[3][n] < 0.015);
    CHECK(std::log2(coarse[3][n] / fine[3][n]) > 1.5);
  }
}
