#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_win_fence(Probe& probe) {
  constexpr int count = 1000;
  double* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(3 * count * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
             "MPI_Win_allocate");
  const int right = (probe.rank() + 1) % probe.size(), left = (probe.rank() + probe.size() - 1) % probe.size();
  std::vector<double> mine(count), got(count), ones(count, 1);
  for (int i = 0; i < count; ++i) {
    mine[static_cast<std::size_t>(i)] = 10000 * probe.rank() + i;
    memory[i] = -1;
    memory[count + i] = mine[static_cast<std::size_t>(i)];
    memory[2 * count + i] = 0;
  }
  probe.step("put, get and accumulate between fences");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Put(mine.data(), count, MPI_DOUBLE, right, 0, count, MPI_DOUBLE, window), "MPI_Put");
  mpi::check(MPI_Get(got.data(), count, MPI_DOUBLE, right, count, count, MPI_DOUBLE, window), "MPI_Get");
  for (int rank = 0; rank < probe.size(); ++rank)
    mpi::check(MPI_Accumulate(ones.data(), count, MPI_DOUBLE, rank, 2 * count, count, MPI_DOUBLE, MPI_SUM, window),
               "MPI_Accumulate");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  for (int i = 0; i < count; ++i) {
    probe.expect_equal(memory[i], 10000.0 * left + i, "what was put");
    probe.expect_equal(got[static_cast<std::size_t>(i)], 10000.0 * right + i, "what was got");
    probe.expect_equal(memory[2 * count + i], static_cast<double>(probe.size()), "what was accumulated");
  }
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case win_fence_case{
    .name = "win_fence",
    .ranks = 3,
    .takes_more = true,
    .help = "MPI_Put, MPI_Get and MPI_Accumulate of all ranks between two fences",
    .standard = "operations between fences are complete, at origin and target, after the second (MPI 3.1, 11.5.1)",
    .run = run_win_fence};

}  // namespace febem::check
