// Stage 4 by iteration, with products by a matrix that only the test has.
#include <Eigen/QR>

#include "eliminate/whole_matrix.h"
#include "la/norms.h"
#include "stages/common/row_operator.h"
#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/krylov/gmres.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using core::Complex;
using eliminate::IterationLimits;
using la::Index;
using la::Matrix;
using la::Vector;
using test::WholeMatrix;

namespace {

/// Rows of different size, each within its own scale not far from a row of the unit matrix.
Matrix krylov_matrix(Index n, unsigned seed = 7) {
  Matrix a =
      Matrix::Identity(n, n) + 0.5 / std::sqrt(static_cast<double>(n)) * random_matrix(n, n, seed);
  for (Index i = 0; i < n; ++i) a.row(i) *= Complex(1 + i % 3, i % 2);
  return a;
}

eliminate::Elimination by_krylov(World& world, WholeMatrix& a, const Vector& b,
    const IterationLimits& limits = {}, const comm::StrategyNames& names = {}) {
  return test::iterated("krylov", world, a, b, limits, names);
}

/// Norm of the smallest residual in the Krylov space of A D^{-1} by so many products, without any
/// recurrence.
double least_residual(const Matrix& a, const Vector& b, Index count) {
  const Matrix scaled = a * a.diagonal().cwiseInverse().asDiagonal();
  Matrix images(a.rows(), count);
  Vector v = b;
  for (Index k = 0; k < count; ++k) {
    v = (scaled * v).normalized();
    images.col(k) = v;
  }
  return (b - images * images.householderQr().solve(b)).norm() / b.norm();
}

}  // namespace

TEST_CASE("krylov solves for every size and ownership, more ranks than rows included") {
  const auto matrix_of = [](Index n) { return krylov_matrix(n); };
  for (const auto& done : check_every_size("krylov", matrix_of)) {
    CHECK(done.residuals.back() <= 1e-10);
    CHECK(std::is_sorted(done.residuals.rbegin(), done.residuals.rend()));
    CHECK(std::accumulate(done.cycles.begin(), done.cycles.end(), Index{0}) ==
          std::ssize(done.residuals) - 1);
  }
}

TEST_CASE("each residual of krylov is the smallest of its Krylov space") {
  World world;
  const Matrix a = krylov_matrix(23);
  const Vector b = random_matrix(23, 1, 8);
  WholeMatrix products(a, 4, world);
  const auto result = by_krylov(world, products, b);
  for (const Index count : {1, 2, 5, 9})
    CHECK(result.iterations[0].residuals[static_cast<std::size_t>(count)] ==
          Approx(least_residual(a, b, count)).epsilon(1e-6));
}

TEST_CASE("krylov converges through restarts, and stops at its limit with the best it has") {
  World world;
  const Matrix a = krylov_matrix(40);
  const Vector b = random_matrix(40, 1, 8);
  WholeMatrix products(a, 3, world);
  const auto restarted = by_krylov(world, products, b, {1e-10, 1000, 6});
  CHECK(restarted.iterations[0].converged);
  CHECK(restarted.iterations[0].cycles.size() > 2);
  CHECK(*std::max_element(
            restarted.iterations[0].cycles.begin(), restarted.iterations[0].cycles.end()) == 6);
  CHECK(relative_residual(a, restarted.solution, b) <= 1.01e-10);
  for (const Index restart : {0, 2}) {
    const auto stopped = by_krylov(world, products, b, {1e-10, 5, restart});
    CHECK_FALSE(stopped.iterations[0].converged);
    CHECK(stopped.iterations[0].residuals.size() == 6);
    CHECK(stopped.iterations[0].residuals.back() ==
          Approx(relative_residual(a, stopped.solution, b)));
    CHECK(stopped.iterations[0].residuals.back() < 0.1);
  }
}

TEST_CASE("a tolerance below rounding ends as soon as nothing is gained") {
  World world;
  const Matrix a = krylov_matrix(30);
  const Vector b = random_matrix(30, 1, 8);
  WholeMatrix products(a, 4, world);
  const auto result = by_krylov(world, products, b, {1e-30, 1000, 0});
  CHECK_FALSE(result.iterations[0].converged);
  CHECK(result.iterations[0].residuals.back() < 1e-13);
  CHECK(result.iterations[0].residuals.size() < 300);
}

TEST_CASE(
    "krylov has nothing to do for a right-hand side of zeros, and does not depend on its units") {
  check_zeros_and_units("krylov", krylov_matrix(13));
}

TEST_CASE("without a solution krylov does not converge, and says so on every rank") {
  World world;
  Matrix a = krylov_matrix(11);
  a.row(4).setZero();
  const Vector b = random_matrix(11, 1, 8);
  WholeMatrix products(a, 2, world), zeros(Matrix::Zero(5, 5), 1, world);
  const auto inconsistent = by_krylov(world, products, b);
  CHECK_FALSE(inconsistent.iterations[0].converged);
  CHECK(inconsistent.solution.allFinite());
  CHECK(inconsistent.iterations[0].residuals.back() ==
        Approx(relative_residual(a, inconsistent.solution, b)));
  const auto nothing = by_krylov(world, zeros, Vector::Ones(5));
  CHECK_FALSE(nothing.iterations[0].converged);
  CHECK(nothing.iterations[0].residuals.back() == 1);
  Vector consistent = a * Vector(random_matrix(11, 1, 9));
  const auto found = by_krylov(world, products, consistent);
  CHECK(found.iterations[0].converged);
  CHECK(relative_residual(a, found.solution, consistent) <= 1.01e-10);
}

TEST_CASE("a NaN in matrix or right-hand side ends krylov without convergence") {
  check_not_a_number("krylov", krylov_matrix(13), {0, 6, 12});
}

TEST_CASE(
    "krylov sends what its cost model says, by every route, cut and pace, and cut and pace change "
    "no bit") {
  const Vector b = random_matrix(13, 1, 8);
  const IterationLimits limits{1e-2, 1000, 3};
  check_messages(
      krylov_matrix(13),
      [&](World& world, WholeMatrix& products, const comm::StrategyNames& names) {
        auto result = by_krylov(world, products, b, limits, names);
        CHECK(result.iterations[0].converged);
        CHECK(result.iterations[0].cycles.size() > 1);
        return result;
      },
      [](const WholeMatrix& products, const auto& done, const test::Costs& costs) {
        const auto& map = products.map();
        return test::gmres_cost(map, costs.all_entries(map), {}, done, costs);
      });
}

TEST_CASE(
    "the least squares of GMRES are those of the whole Hessenberg matrix, and leave out a column "
    "that depends on others") {
  const Index n = 6;
  Matrix h = Matrix::Zero(n + 1, n);
  const Matrix random = random_matrix(n + 1, n, 3);
  for (Index j = 0; j < n; ++j) {
    h.col(j).head(j + 1) = random.col(j).head(j + 1);
    h(j + 1, j) = std::abs(random(j + 1, j));
  }
  eliminate::LeastSquares small(2);
  for (Index k = 0; k < n; ++k) {
    const double residual = small.add(h.col(k).head(k + 2));
    const Matrix part = h.topLeftCorner(k + 2, k + 1);
    const Vector right = 2 * Vector::Unit(k + 2, 0), expected = part.householderQr().solve(right);
    CHECK(small.solution().isApprox(expected, 1e-12));
    CHECK(residual == Approx((right - part * expected).norm()));
  }
  eliminate::LeastSquares dependent(1);
  dependent.add(Vector{{Complex(2), Complex(1)}});
  const Vector before = dependent.solution();
  dependent.add(Vector{{Complex(4), Complex(2), Complex(0)}});
  CHECK(dependent.solution().head(1).isApprox(before));
  CHECK(dependent.solution()[1] == Complex(0));
}
