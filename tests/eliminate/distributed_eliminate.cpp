// Stage 4 on any number of ranks, more ranks than blocks included.
#include <Eigen/LU>

#include "eliminate/costs.h"
#include "la/norms.h"
#include "stages/eliminate/check.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using core::Complex;
using la::Index;
using la::Matrix;
using la::Vector;

namespace {

la::OwnedRows owned(const Matrix& a, const la::RowMap& map, int rank) {
  la::OwnedRows rows{map, Matrix(a.cols(), map.local_rows(rank))};
  for (const Index row : map.rows_of(rank))
    rows.values.col(map.local(row)) = a.row(row).transpose();
  return rows;
}

Vector owned(const Vector& b, const la::RowMap& map, int rank) {
  Vector own(map.local_rows(rank));
  for (const Index row : map.rows_of(rank)) own[map.local(row)] = b[row];
  return own;
}

/// The quality that the check gives a solution of a x = b.
eliminate::Quality judged(World& world, const la::RowMap& map, const Matrix& a, const Vector& b,
    eliminate::Elimination& elimination) {
  return world.section(core::Stage::check, {}, [&](const auto& context) {
    return eliminate::check(
        {owned(a, map, world.rank()), owned(b, map, world.rank())}, elimination, context);
  });
}

struct Solved {
  eliminate::Elimination elimination;
  eliminate::Quality quality;
};

Solved solved(World& world, const Matrix& a, const Vector& b, Index panel,
    const comm::StrategyNames& names = {}, const std::string& method = "rows") {
  const la::RowMap map(a.rows(), panel, world.ranks());
  const auto rows = owned(a, map, world.rank());
  const Vector right = owned(b, map, world.rank());
  Solved result{world.section(core::Stage::eliminate, names,
                    [&](const auto& context) {
                      return eliminate::method(method).direct().run(rows, right, context);
                    }),
      {}};
  if (!result.elimination.singular)
    result.quality = world.section(core::Stage::check, names, [&](const auto& context) {
      return eliminate::check(common::DenseSystem{rows, right}, result.elimination, context);
    });
  return result;
}

double norm(const Matrix& a) { return a.cwiseAbs().rowwise().sum().maxCoeff(); }

double condition(const Matrix& a) { return norm(a) * norm(a.inverse()); }

/// What the estimate makes of the matrix that is the inverse's transpose.
double estimated_condition(const Matrix& a) {
  using Ask = la::OneNormEstimate::Ask;
  const Matrix inverse = a.inverse().transpose();
  la::OneNormEstimate estimate(a.rows());
  Vector x(a.rows());
  for (auto ask = estimate.next(x); ask != Ask::nothing; ask = estimate.next(x))
    x = ask == Ask::product ? Vector(inverse * x) : Vector(inverse.adjoint() * x);
  return norm(a) * estimate.value();
}

/// Where partial pivoting grows most: lower triangle -1, diagonal and last column 1 (Wilkinson).
/// Transposed, because the pivots are sought along rows.
Matrix wilkinson(Index n) {
  Matrix a = Matrix::Identity(n, n);
  a.triangularView<Eigen::StrictlyLower>().setConstant(-1.0);
  a.col(n - 1).setOnes();
  return a.transpose();
}

}  // namespace

TEST_CASE("the solution satisfies the equations for every panel width") {
  World world;
  for (const Index n : {1, 2, 13, 61})
    for (const Index panel : {1, 2, 5, 16, 100}) {
      const Matrix a = random_matrix(n, n, 7);
      const Vector b = random_matrix(n, 1, 8);
      const auto result = solved(world, a, b, panel);
      INFO(n << " unknowns, panels of " << panel << ", " << world.ranks() << " ranks");
      CHECK_FALSE(result.elimination.singular);
      CHECK((a * result.elimination.solution - b).norm() < 1e-11 * b.norm());
      CHECK(result.elimination.factored->solve(b).isApprox(result.elimination.solution, 1e-10));
      CHECK((a.transpose() * result.elimination.factored->solve_transposed(b) - b).norm() <
            1e-11 * b.norm());
      CHECK(result.quality.residuals[0] <= 16);
      CHECK(result.quality.condition_estimate <= 1.0001 * condition(a));
      CHECK(result.quality.condition_estimate >= condition(a) / 10);
      CHECK(result.quality.pivot_growth >= 0.3);
      CHECK(result.quality.pivot_growth < 10);
    }
}

TEST_CASE(
    "as many rows as are updated by several panels at once and in several parts, with panels in "
    "flight between them") {
  World world;
  const Index n = 300;
  const Matrix a = random_matrix(n, n, 7);
  const Vector b = random_matrix(n, 1, 8);
  for (const Index panel :
      {7, 8, 16, 25}) {  // on one rank by 1, 7, 3 and 2 of them, on more by fewer
    INFO("panels of " << panel << ", " << world.ranks() << " ranks");
    const auto result = solved(world, a, b, panel);
    CHECK((a * result.elimination.solution - b).norm() < 1e-9 * b.norm());
    CHECK((a * result.elimination.factored->solve(b) - b).norm() < 1e-9 * b.norm());
    CHECK((a.transpose() * result.elimination.factored->solve_transposed(b) - b).norm() <
          1e-9 * b.norm());
    // When a panel comes does not matter to the numbers.
    for (const comm::StrategyNames& names :
        {comm::StrategyNames{"binomial", "4KiB", "window:4"}, {"chain", "whole", "flood"}})
      CHECK(solved(world, a, b, panel, names).elimination.solution == result.elimination.solution);
  }
}

TEST_CASE("many right-hand sides are substituted in several strips, whenever a panel comes") {
  World world;
  const Index n = 600;
  const Matrix a = random_matrix(n, n, 7), b = random_matrix(n, 3, 8);
  const auto found = [&](const comm::StrategyNames& names) {
    const la::RowMap map(n, 25, world.ranks());
    return world.section(core::Stage::eliminate, names, [&](const auto& context) {
      return eliminate::method("rows").direct().run(
          owned(a, map, world.rank()), b(map.rows_of(world.rank()), Eigen::all), context);
    });
  };
  const auto expected = found({});
  CHECK((a * expected.solution - b).norm() < 1e-9 * b.norm());
  // Afterwards the factor is as before.
  CHECK((a * expected.factored->solve(b.col(0)) - b.col(0)).norm() < 1e-9 * b.norm());
  for (const comm::StrategyNames& names : {comm::StrategyNames{"binomial", "4KiB", "window:4"},
           {"chain", "whole", "flood"}, {"star", "whole", "sync"}})
    CHECK(found(names).solution == expected.solution);
}

TEST_CASE("all methods solve, and judge their solutions alike") {
  World world;
  const Matrix a = random_matrix(50, 50, 21);
  const Vector b = random_matrix(50, 1, 22);
  const auto reference = solved(world, a, b, 6);
  for (const auto& method : eliminate::methods()) {
    if (method.iterates()) continue;
    INFO(method.name);
    for (const Index panel : {1, 6, 50}) {
      const auto result = solved(world, a, b, panel, {}, std::string(method.name));
      CHECK(result.elimination.solution.isApprox(reference.elimination.solution, 1e-11));
      if (world.rank() != core::master) continue;
      CHECK(result.quality.residuals[0] <= 16);
      CHECK(result.quality.pivot_growth == Approx(reference.quality.pivot_growth));
      CHECK(result.quality.condition_estimate == Approx(reference.quality.condition_estimate));
    }
    CHECK(solved(world, Matrix::Zero(5, 5), Vector::Ones(5), 1, {}, std::string(method.name))
              .elimination.singular);
  }
}

TEST_CASE("a matrix that needs its pivots") {
  World world;
  Matrix a = random_matrix(20, 20, 3);
  a.diagonal().setZero();
  a.row(0).setZero();
  a(0, 19) = 1e-3;
  const Vector b = random_matrix(20, 1, 4);
  for (const Index panel : {1, 3, 20}) {
    const auto result = solved(world, a, b, panel);
    CHECK((a * result.elimination.solution - b).norm() < 1e-10);
  }
}

TEST_CASE("growth is reported where it happens") {
  World world;
  const Index n = 24;
  const auto result = solved(world, wilkinson(n), random_matrix(n, 1, 4), 4);
  if (world.rank() == core::master)
    CHECK(result.quality.pivot_growth == Approx(std::pow(2.0, n - 1)));
}

TEST_CASE("a badly conditioned matrix says so") {
  World world;
  Matrix a = random_matrix(30, 30, 9);
  a.row(17) = a.row(4) + 1e-9 * a.row(5);
  const auto result = solved(world, a, random_matrix(30, 1, 4), 6);
  if (world.rank() == core::master) {
    CHECK(result.quality.condition_estimate > 1e9);
    CHECK(result.quality.residuals[0] <= 16);
  }
}

TEST_CASE("the condition is what the estimate makes of the inverse, complex as it is") {
  World world;
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    const Matrix a = random_matrix(30, 30, seed);
    const auto result = solved(world, a, random_matrix(30, 1, 4), 4);
    if (world.rank() == core::master)
      CHECK(result.quality.condition_estimate == Approx(estimated_condition(a)));
  }
}

TEST_CASE("a wrong solution shows in the residual, wherever it is wrong") {
  World world;
  const Index n = 23;
  const Matrix a = random_matrix(n, n, 5);
  const Vector b = random_matrix(n, 1, 6);
  const la::RowMap map(n, 4, world.ranks());
  auto elimination = solved(world, a, b, 4).elimination;
  const Vector x = elimination.solution;
  for (const Index at : std::initializer_list<Index>{0, 11, n - 1}) {
    INFO("entry " << at);
    elimination.solution = x;
    elimination.solution(at) *= 1 + 1e-11;
    if (const auto quality = judged(world, map, a, b, elimination); world.rank() == core::master)
      CHECK(quality.residuals[0] > 16);
    elimination.solution(at) = std::nan("");
    if (const auto quality = judged(world, map, a, b, elimination); world.rank() == core::master)
      CHECK(std::isnan(quality.residuals[0]));
  }
}

TEST_CASE("an equation that does not hold shows in the residual, whoever owns its row") {
  World world;
  const Index n = 23;
  const la::RowMap map(n, 4, world.ranks());
  const Matrix a = random_matrix(n, n, 5);
  const Vector b = random_matrix(n, 1, 6);
  auto elimination = solved(world, a, b, 4).elimination;
  for (int owner = 0; owner < world.ranks(); ++owner) {
    Vector other = b;
    other[map.global(owner, 0)] += 1e-6;
    const auto quality = judged(world, map, a, other, elimination);
    INFO("a row of rank " << owner);
    if (world.rank() != core::master) continue;
    CHECK(quality.residuals[0] > 1e4);
    const Vector& x = elimination.solution;
    const double rounding =
        std::ldexp(1, -53) * (norm(a) * x.cwiseAbs().maxCoeff() + other.cwiseAbs().maxCoeff()) * n;
    CHECK(quality.residuals[0] == Approx((a * x - other).cwiseAbs().maxCoeff() / rounding));
  }
}

TEST_CASE(
    "a NaN in one row of the equations is in every figure of the master, whoever owns the row") {
  World world;
  const Index n = 23;
  const la::RowMap map(n, 4, world.ranks());
  const Matrix a = random_matrix(n, n, 5);
  const Vector b = random_matrix(n, 1, 6);
  const auto factored = [&](const Matrix& matrix, const auto& method) {
    return world.section(core::Stage::eliminate, {}, [&](const auto& context) {
      return method.direct().run(
          owned(matrix, map, world.rank()), owned(b, map, world.rank()), context);
    });
  };
  for (const auto& method : eliminate::methods())
    for (const Index row : std::initializer_list<Index>{0, 5, 9, 13, 17, n - 1}) {
      if (method.iterates()) continue;
      INFO(method.name << ", row " << row);
      Matrix wrong = a;
      wrong(row, 3) = std::nan("");
      Vector missing = b;
      missing[row] = std::nan("");
      auto good = factored(a, method), bad = factored(wrong, method);
      const auto of_matrix = judged(world, map, wrong, b, good),
                 of_right_hand_side = judged(world, map, a, missing, good),
                 of_factor = judged(world, map, a, b, bad);
      if (world.rank() != core::master) continue;
      CHECK(std::isnan(of_matrix.residuals[0]));
      CHECK(std::isnan(of_matrix.pivot_growth));
      CHECK(std::isnan(of_matrix.condition_estimate));
      CHECK(std::isnan(of_right_hand_side.residuals[0]));
      CHECK(std::isnan(of_factor.residuals[0]));
      CHECK(std::isnan(of_factor.pivot_growth));
      CHECK_FALSE(of_factor.condition_estimate <= 1e300);
    }
}

TEST_CASE("the residual does not depend on the units of the right-hand side") {
  World world;
  const Matrix a = random_matrix(23, 23, 5);
  const Vector b = random_matrix(23, 1, 6);
  const double one = solved(world, a, b, 4).quality.residuals[0];
  for (const double scale : {1e-290, 1e290}) {
    const double other = solved(world, a, scale * b, 4).quality.residuals[0];
    if (world.rank() == core::master) CHECK((other > one / 10 && other < 10 * one));
  }
  const double none = solved(world, a, 0 * b, 4).quality.residuals[0];
  if (world.rank() == core::master) CHECK(none == 0);
}

TEST_CASE("a singular matrix is an outcome on every rank") {
  World world;
  Matrix a = random_matrix(9, 9, 2);
  a.col(3).setZero();
  CHECK(solved(world, a, random_matrix(9, 1, 4), 2).elimination.singular);
  CHECK(solved(world, Matrix::Zero(5, 5), Vector::Ones(5), 1).elimination.singular);
}

TEST_CASE("the ledger shows what the cost model says, to the byte") {
  const Matrix a = random_matrix(37, 37, 7);
  const Vector b = random_matrix(37, 1, 8);
  for (const auto& names :
      {comm::StrategyNames{"star", "whole", "blocking"}, comm::StrategyNames{"star", "256", "ack"},
          comm::StrategyNames{"binomial", "100", "window:2"},
          comm::StrategyNames{"native", "1KiB", "sync"}})
    for (const Index panel : {1, 4, 37}) {
      World world;
      solved(world, a, b, panel, names);
      const la::RowMap map(37, panel, world.ranks());
      CHECK(world.sent(core::Stage::eliminate) ==
            test::rows_cost(map, test::Costs(names, world.ranks())));
    }
}

TEST_CASE("the solution does not depend on route, cut and pace, to the last bit") {
  World world;
  const Matrix a = random_matrix(40, 40, 17);
  const Vector b = random_matrix(40, 1, 18);
  const Vector reference = solved(world, a, b, 8).elimination.solution;
  for (const char* route : {"star", "binomial", "native"})
    for (const char* cut : {"whole", "48", "1KiB"})
      for (const char* pace : {"blocking", "sync", "ack", "window:3"})
        CHECK(solved(world, a, b, 8, {route, cut, pace}).elimination.solution == reference);
}
