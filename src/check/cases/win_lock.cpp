#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_win_lock(Probe& probe) {
  constexpr int count = 500;
  std::vector<int> memory(count, -1);
  MPI_Win window;
  mpi::check(MPI_Win_create(memory.data(), count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window),
             "MPI_Win_create");
  const int right = (probe.rank() + 1) % probe.size(), left = (probe.rank() + probe.size() - 1) % probe.size();
  std::vector<int> mine(count, probe.rank()), got(count, -2);
  probe.step("a put and a get under an exclusive lock");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, window), "MPI_Win_lock");
  mpi::check(MPI_Put(mine.data(), count, MPI_INT, right, 0, count, MPI_INT, window), "MPI_Put");
  mpi::check(MPI_Win_flush(right, window), "MPI_Win_flush");
  mpi::check(MPI_Get(got.data(), count, MPI_INT, right, 0, count, MPI_INT, window), "MPI_Get");
  mpi::check(MPI_Win_unlock(right, window), "MPI_Win_unlock");
  probe.expect(got == mine, "what was put and flushed is not what is got");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Win_lock(MPI_LOCK_SHARED, probe.rank(), 0, window), "MPI_Win_lock");
  probe.expect_equal(memory[count - 1], left, "what the left neighbour put");
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case win_lock_case{
    .name = "win_lock",
    .ranks = 3,
    .takes_more = true,
    .help = "MPI_Put, MPI_Win_flush and MPI_Get under a lock, without the target's doing",
    .standard = "after a flush the operations are complete at origin and target (MPI 3.1, 11.5.3 and 11.5.4)",
    .run = run_win_lock};

}  // namespace febem::check
