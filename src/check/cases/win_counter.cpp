#include <cstdint>
#include <set>

#include "check/case.h"

namespace febem::check {
namespace {

/// Numbers drawn by rank 0 to n-1 from one counter: each once.
void run_win_counter(Probe& probe) {
  constexpr int draws = 500;
  std::int64_t* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(sizeof(std::int64_t), sizeof(std::int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
             "MPI_Win_allocate");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  *memory = 0;
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.step("numbers drawn from a counter of rank 0");
  mpi::check(MPI_Win_lock_all(0, window), "MPI_Win_lock_all");
  std::int64_t sum = 0, last = -1;
  for (int i = 0; i < draws; ++i) {
    const std::int64_t one = 1;
    std::int64_t drawn = -1;
    mpi::check(MPI_Fetch_and_op(&one, &drawn, MPI_INT64_T, 0, 0, MPI_SUM, window), "MPI_Fetch_and_op");
    mpi::check(MPI_Win_flush(0, window), "MPI_Win_flush");
    probe.expect(drawn > last, "a number drawn is not above the one before");
    last = drawn;
    sum += drawn;
  }
  mpi::check(MPI_Win_unlock_all(window), "MPI_Win_unlock_all");
  std::int64_t all = 0;
  mpi::check(MPI_Allreduce(&sum, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  const std::int64_t drawn = draws * probe.size();
  probe.expect_equal(all, drawn * (drawn - 1) / 2, "sum of all numbers drawn");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case win_counter_case{
    .name = "win_counter",
    .ranks = 3,
    .takes_more = true,
    .help = "1500 numbers drawn by MPI_Fetch_and_op from one counter are each drawn once",
    .standard =
        "accumulate operations with the same predefined type are atomic for each element (MPI 3.1, 11.3.4 and 11.7.1)",
    .run = run_win_counter,
    .time_limit = 30};

}  // namespace febem::check
