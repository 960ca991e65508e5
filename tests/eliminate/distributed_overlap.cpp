// Stage 4 looks ahead: on the emulator's clock a panel takes as long as its work, not as long as its work and its message.
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/emulated_run.h"
#include "support/random_matrix.h"

using namespace febem;
using la::Index;
using la::Matrix;
using la::Vector;

TEST_CASE("the next panel of rows is in flight during the work with the one before", "[several]") {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks == 1) return;
  constexpr Index n = 48, width = 4;
  constexpr double latency = 20e-3, message = 3 * latency, work = 60e-3;  // it asks, is answered and comes
  const Matrix a = test::random_matrix(n, n, 1) + 10.0 * Matrix::Identity(n, n);
  const la::RowMap map(n, width, ranks);
  la::OwnedRows rows{map, Matrix(n, map.local_rows(rank))};
  Vector right(map.local_rows(rank));
  for (const Index row : map.rows_of(rank)) {
    rows.values.col(map.local(row)) = a.row(row).transpose();
    right[map.local(row)] = a.row(row).sum();
  }
  constexpr double panels = n / width;
  // Back substitution is not ahead of anything: a broadcast for each panel, as without overlap.
  constexpr double rest = panels * message, apart = panels * (message + work) + rest;
  constexpr double enough = apart - 0.4 * panels * message;
  const auto times =
      test::EmulatedRun(latency, work).fastest({"star", "whole", "window:2"}, enough, [&](const auto& context) {
        const auto result = eliminate::method("rows").run(rows, right, context);
        CHECK(std::abs(result.solution[n / 2] - 1.0) < 1e-10);
        return 0;
      });
  CHECK(times.seconds >= panels * work);
  CHECK(times.seconds < enough);
  CHECK(times.hidden >= 0.3 * (panels - 1) * work);
}
