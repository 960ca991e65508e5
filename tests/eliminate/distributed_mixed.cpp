// Stage 4 in mixed precision, with products by a matrix that only the test has.
#include <Eigen/LU>

#include "eliminate/whole_matrix.h"
#include "la/norms.h"
#include "stages/eliminate/check.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using la::Index;
using la::Matrix;
using la::Vector;
using test::WholeMatrix;

namespace {

/// Own rows in single precision.
la::SingleRows single_rows(const Matrix& a, const la::RowMap& map, int rank) {
  const Matrix own = a.transpose()(Eigen::all, map.rows_of(rank));
  return {map, la::SingleMatrix(own.cast<core::SingleComplex>())};
}

eliminate::Elimination by_mixed(World& world, WholeMatrix& products, const Matrix& near,
    const Vector& b, const comm::StrategyNames& names = {}) {
  return world.section(core::Stage::eliminate, names, [&](const common::StageContext& context) {
    return eliminate::run_mixed(products, single_rows(near, products.map(), world.rank()),
        common::own_entries(products.map(), b, world.rank()), eliminate::method("rows"), 1000,
        context);
  });
}

/// The quality of a solution, `near` being the matrix in single precision.
eliminate::Quality checked(World& world, const WholeMatrix& products, const Matrix& near,
    const Vector& b, eliminate::Elimination& result) {
  const auto& map = products.map();
  const common::MixedSystem system{single_rows(near, map, world.rank()),
      std::make_unique<WholeMatrix>(products), common::own_entries(map, b, world.rank())};
  return world.section(core::Stage::check, {}, [&](const common::StageContext& context) {
    return eliminate::check(system, result, context);
  });
}

}  // namespace

TEST_CASE(
    "mixed precision reaches the residual of double in few steps, more ranks than rows included") {
  World world;
  for (const Index n : {1, 2, 13, 61})
    for (const Index block : {1, 5, 100}) {
      INFO(n << " unknowns in blocks of " << block << ", " << world.ranks() << " ranks");
      const Matrix a = random_matrix(n, n, 7);
      const Vector b = random_matrix(n, 1, 8);
      WholeMatrix products(a, block, world);
      auto result = by_mixed(world, products, a, b);
      REQUIRE(result.iterations.size() == 1);
      CHECK(result.iterations[0].residuals.size() <= 8);
      CHECK((b - a * result.solution).norm() <= 2e-13 * b.norm());
      const auto quality = checked(world, products, a, b, result);
      CHECK(quality.residuals[0] <= 16);
      const double condition = la::norms_of(a.transpose()).column_sum *
                               la::norms_of(Matrix(a.inverse().transpose())).column_sum;
      CHECK(quality.condition_estimate <= 1.01 * condition);
      CHECK(quality.condition_estimate >= 0.3 * condition);
      const Vector other = random_matrix(n, 1, 9);
      CHECK((other - a * result.solver().solve(other)).norm() <= 2e-13 * other.norm());
    }
}

TEST_CASE("what the factor in single precision is far from, the check of mixed precision sees") {
  World world;
  const Matrix a = random_matrix(40, 40, 7);
  const Vector b = random_matrix(40, 1, 8);
  WholeMatrix products(a, 4, world);
  const auto judged = [&](const Matrix& near) {
    auto result = by_mixed(world, products, near, b);
    return checked(world, products, near, b, result).residuals[0];
  };
  const double good = judged(a), far = judged(random_matrix(40, 40, 11));
  const double beyond = judged(a * 1e300), singular = judged(Matrix::Zero(40, 40));
  if (world.rank() != core::master) return;
  CHECK(good <= 1);
  CHECK_FALSE(far <= 1);
  CHECK_FALSE(beyond <= 1);
  CHECK_FALSE(singular <= 1);
}

TEST_CASE(
    "mixed precision sends what its cost model says, by every route, cut and pace, and cut and "
    "pace change no bit") {
  const Matrix a = random_matrix(13, 13, 7);
  const Vector b = random_matrix(13, 1, 8);
  check_messages(
      a,
      [&](World& world, WholeMatrix& products, const comm::StrategyNames& names) {
        auto result = by_mixed(world, products, a, b, names);
        CHECK((b - a * result.solution).norm() <= 2e-13 * b.norm());
        return result;
      },
      [](const WholeMatrix& products, const auto& done, const test::Costs& costs) {
        return test::mixed_cost(products.map(), costs.all_entries(products.map()), done, costs);
      });
}
