// What stage 4 charges, against the operations counted by hand, 8 for a complex multiply-add; and
// that it looks ahead: on the emulator's clock a panel takes as long as its work, not as long as
// its work and its message.
#include "cli/strategy_grid.h"
#include "comm/conformance.h"
#include "eliminate/costs.h"
#include "la/norms.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/emulated_run.h"
#include "support/random_matrix.h"
#include "support/world.h"

using core::Count;
using la::Index;
using la::Matrix;
using la::Vector;

TEST_CASE("the flops of all ranks together are those of Gaussian elimination") {
  constexpr Index n = 41;
  for (const auto& [method, panel] :
      {std::pair{"rows", 1}, {"rows", 6}, {"rows", 100}, {"grid", 1}, {"grid", 6}, {"grid", 100}}) {
    World world;
    const la::RowMap map(n, panel, world.ranks());
    const Index own = map.local_rows(world.rank());
    world.section(core::Stage::eliminate, {}, [&](const common::StageContext& context) {
      const la::OwnedRows rows{
          map, random_matrix(n, own, 7u + static_cast<unsigned>(world.rank()))};
      return eliminate::method(method).direct().run(
          rows, Vector(random_matrix(own, 1, 90)), context);
    });
    Count expected = 0;
    for (Count first = 0; first < n; first += panel) {
      const Count height = n - first, width = std::min<Count>(panel, height),
                  right = height - width;
      expected += 4 * (height * width * width - width * width * width / 3);  // L and U of the panel
      expected += 4 * width * width * right + 8 * right * right * width;  // U12, and A22 - L21 U12
    }
    const auto flops = world.flops(core::Stage::eliminate);
    if (world.rank() == core::master) {
      CHECK(flops == expected);
      // Elimination by single rows is n^3/3 multiply-adds, whatever the panels.
      CHECK(static_cast<double>(flops) == Approx(8.0 / 3.0 * n * n * n).epsilon(0.05));
    }
  }
}

TEST_CASE("many right-hand sides are solved as one by one, and send what the formulas say") {
  constexpr Index n = 41, panel = 6;
  const Matrix a = random_matrix(n, n, 3), b = random_matrix(n, 361, 4);
  const auto solved = [&](World& world, const char* method, const Matrix& right,
                          const comm::StrategyNames& names) {
    const la::RowMap map(n, panel, world.ranks());
    const auto own = map.rows_of(world.rank());
    return world
        .section(core::Stage::eliminate, names,
            [&](const common::StageContext& context) {
              return eliminate::method(method).direct().run(
                  {map, Matrix(a.transpose()(Eigen::all, own))}, right(own, Eigen::all), context);
            })
        .solution;
  };
  for (const char* method : {"rows", "grid"}) {
    Matrix alone(n, 7);
    for (Index j = 0; j < alone.cols(); ++j) {
      World world;
      alone.col(j) = solved(world, method, b.col(j), {});
    }
    for (const auto& names : cli::strategy_grid({{"all"}, {"all"}, {"all"}}, {})) {
      World world;
      if (!comm::conformance::unsupported_reason(world.transport(), names).empty()) continue;
      INFO(method << ", " << text(names));
      const Matrix found = solved(world, method, b.leftCols(7), names);
      CHECK(la::max_norm(found - alone) < 1e-12 * la::max_norm(alone));
      const la::RowMap map(n, panel, world.ranks());
      const test::Costs costs(names, world.ranks());
      CHECK(world.sent(core::Stage::eliminate) == (method == std::string_view("rows")
                                                          ? test::rows_cost(map, costs, 7)
                                                          : test::grid_cost(map, costs, 7)));
    }
    for (const Index count : {2, 361}) {
      World world;
      const Matrix found = solved(world, method, b.leftCols(count), {});
      CHECK((a * found - b.leftCols(count)).norm() < 1e-11 * b.norm());
      CHECK(la::max_norm(found.leftCols(2) - alone.leftCols(2)) < 1e-12 * la::max_norm(alone));
    }
  }
}

TEST_CASE("where no panel is chosen, many ranks get as many rows, by six blocks and more") {
  const auto width = [](la::Index rows, int ranks) {
    return eliminate::row_map(rows, 0, ranks).block();
  };
  for (const int ranks : {1, 2, 3}) CHECK(width(96, ranks) == 48);
  CHECK(width(1920, 4) == 48);  // ten blocks for each rank
  CHECK(width(1919, 4) == 48);
  CHECK(width(1664, 4) == 47);
  CHECK(width(1664, 16) == 18);
  CHECK(width(1664, 64) == 13);  // two blocks of 12 rows and more
  CHECK(width(1664, 1024) == 2);
  CHECK(width(3, 8) == 1);
  CHECK(eliminate::row_map(1664, 9, 16).block() == 9);
  for (const la::Index rows : {0, 1, 47, 100, 385, 1664, 6656})
    for (const int ranks : {4, 7, 16, 64, 100}) {
      const auto map = eliminate::row_map(rows, 0, ranks);
      la::Index most = 0;
      for (int rank = 0; rank < ranks; ++rank) most = std::max(most, map.local_rows(rank));
      INFO(rows << " rows, " << ranks << " ranks");
      CHECK(most <= 1.06 * static_cast<double>(rows) / ranks + 3);
    }
}

TEST_CASE("the next panel of rows is in flight during the work with the one before", "[several]") {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks == 1) return;
  constexpr Index n = 48, width = 4;
  constexpr double latency = 20e-3, message = 3 * latency,
                   work = 60e-3;  // it asks, is answered and comes
  const Matrix a = random_matrix(n, n, 1) + 10.0 * Matrix::Identity(n, n);
  const la::RowMap map(n, width, ranks);
  la::OwnedRows rows{map, Matrix(n, map.local_rows(rank))};
  Vector right(map.local_rows(rank));
  for (const Index row : map.rows_of(rank)) {
    rows.values.col(map.local(row)) = a.row(row).transpose();
    right[map.local(row)] = a.row(row).sum();
  }
  constexpr double panels = n / width;
  // Back substitution of one right-hand side is not ahead of anything: a broadcast for each panel.
  constexpr double rest = panels * message, apart = panels * (message + work) + rest;
  constexpr double enough = apart - 0.4 * panels * message;
  const auto times = EmulatedRun(latency, work)
                         .fastest({"star", "whole", "window:2"}, enough, [&](const auto& context) {
                           const auto result =
                               eliminate::method("rows").direct().run(rows, right, context);
                           CHECK(std::abs(result.solution(n / 2) - 1.0) < 1e-10);
                           return 0;
                         });
  CHECK(times.seconds >= panels * work);
  CHECK(times.seconds < enough);
  CHECK(times.hidden >= 0.3 * (panels - 1) * work);
}
