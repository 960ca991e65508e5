// The method grid, beside the method rows: on 4, 6 and 16 ranks its grids have two rows, on 18
// three, on a prime number of ranks one.

#include "cli/strategy_grid.h"
#include "comm/conformance.h"
#include "eliminate/costs.h"
#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/grid/rank_grid.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using la::Index;
using la::Matrix;
using la::Vector;

namespace {

eliminate::Elimination eliminated(World& world, const std::string& method, const Matrix& a,
    const Vector& b, Index panel, const comm::StrategyNames& names = {}) {
  const la::RowMap map(a.rows(), panel, world.ranks());
  const auto own = map.rows_of(world.rank());
  return world.section(core::Stage::eliminate, names, [&](const auto& context) {
    return eliminate::method(method).direct().run(
        {map, Matrix(a.transpose()(Eigen::all, own))}, b(own), context);
  });
}

/// The pivot of each column of A^T lies in the block of rows farthest from its own.
Matrix with_far_pivots(Index n) {
  Matrix a = random_matrix(n, n, 3);
  for (Index k = 0; k < n; ++k) a(k, n - 1 - k) += 10.0 * static_cast<double>(n);
  return a;
}

/// Solved by both methods: the factors are those of rows, on each rank, and so are further
/// solutions.
void check_like_rows(World& world, const Matrix& a, Index panel) {
  INFO(a.rows() << " unknowns, panels of " << panel << ", " << world.ranks() << " ranks");
  const Vector b = random_matrix(a.rows(), 1, 8);
  const auto expected = eliminated(world, "rows", a, b, panel),
             found = eliminated(world, "grid", a, b, panel);
  CHECK(found.solution.isApprox(expected.solution, 1e-11));
  CHECK_FALSE(found.singular);
  CHECK(
      found.factored->largest_entry() == Approx(expected.factored->largest_entry()).epsilon(1e-12));
  CHECK(found.factored->solve(b).isApprox(expected.solution, 1e-11));
  CHECK(
      found.factored->solve_transposed(b).isApprox(expected.factored->solve_transposed(b), 1e-11));
}

}  // namespace

TEST_CASE("the ranks form a grid of at least as many columns as rows", "[grid]") {
  const std::map<int, int> rows{{1, 1}, {2, 1}, {3, 1}, {4, 2}, {6, 2}, {7, 1}, {8, 2}, {9, 1},
      {12, 2}, {16, 2}, {18, 3}, {64, 4}, {1000, 10}, {1024, 16}};
  for (const auto& [ranks, expected] : rows) CHECK(eliminate::grid_rows(ranks) == expected);
}

TEST_CASE("grid leaves the factors of rows where rows leaves them, for sizes around every boundary",
    "[grid]") {
  World world;
  for (const Index panel : {1, 4, 7}) {
    const Index cycle = panel * world.ranks();
    for (const Index n :
        {Index{1}, panel - 1, panel + 1, cycle - 1, cycle, cycle + 1, 2 * cycle + panel + 1})
      if (n > 0) check_like_rows(world, random_matrix(n, n, 7), panel);
    check_like_rows(world, with_far_pivots(2 * cycle + 3), panel);
  }
  check_like_rows(world, random_matrix(61, 61, 7), 100);
  check_like_rows(world, random_matrix(300, 300, 7), 16);  // columns are updated in several parts
}

TEST_CASE("grid finds a singular matrix on every rank, and keeps a NaN", "[grid]") {
  World world;
  const Vector b = random_matrix(29, 1, 8);
  Matrix singular = random_matrix(29, 29, 7), spoilt = singular;
  singular.col(3).setZero();
  CHECK(eliminated(world, "grid", singular, b, 2).singular);
  spoilt(17, 5) = std::nan("");
  const auto result = eliminated(world, "grid", spoilt, b, 2);
  CHECK(result.singular);
  CHECK(world.messenger().all_reduce(
            static_cast<int>(std::isnan(result.factored->largest_entry())), std::plus<>{}) > 0);
}

TEST_CASE(
    "grid sends what its cost model says and a modelled run sends, and route, cut and pace change "
    "no bit",
    "[grid]") {
  World world;
  const Matrix a = random_matrix(37, 37, 7);
  const Vector b = random_matrix(37, 1, 8);
  const Vector reference = eliminated(world, "grid", a, b, 3).solution;
  int compared = 0;
  for (const auto& names : cli::strategy_grid({{"all"}, {"whole", "100"}, {"all"}}, {})) {
    INFO(text(names));
    if (!comm::conformance::unsupported_reason(world.transport(), names).empty()) continue;
    World computed, modelled{timing::Arithmetic(timing::free_of_charge())};
    CHECK(eliminated(computed, "grid", a, b, 3, names).solution == reference);
    modelled.section(core::Stage::eliminate, names, [&](const auto& context) {
      const la::RowMap map(37, 3, world.ranks());
      return eliminate::method("grid").direct().run(
          {map, la::Workspace<core::Complex>(37, map.local_rows(world.rank()))},
          Vector::Zero(map.local_rows(world.rank())), context);
    });
    const auto sent = computed.sent(core::Stage::eliminate);
    CHECK(sent == test::grid_cost({37, 3, world.ranks()}, test::Costs(names, world.ranks())));
    CHECK(modelled.sent(core::Stage::eliminate) == sent);
    CHECK(modelled.flops(core::Stage::eliminate) == computed.flops(core::Stage::eliminate));
    ++compared;
  }
  CHECK(compared > 30);
}

TEST_CASE("on many ranks a rank receives a part of what it receives by rows", "[grid]") {
  World world;
  const double ranks = world.ranks(), n = 6400, rows = eliminate::grid_rows(world.ranks()),
               columns = ranks / rows;
  const auto sent = test::grid_cost(
      {6400, 10, world.ranks()}, test::Costs({"star", "whole", "blocking"}, world.ranks()));
  // Of A at first; L to its home and back, and in the grid rows; pivot rows in the sum, U12 and the
  // rows that leave; p.
  const double first = n * n * (1 - 1 / rows), column = n * n * (1 - 1 / rows),
               row = n * n / 2 * (columns - 1);
  const double exchanged = 3 * n * n / 2 * (rows - 1),
               all = first + column + row + exchanged + n * (ranks - 1);
  CHECK(static_cast<double>(sent.bytes) == Approx(16 * all).epsilon(0.01));
}
