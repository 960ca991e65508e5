// MPICH 4.0.2 on one node: where the size given to MPI_Win_allocate is no multiple of 16 bytes, what is put does not come
// where the target's pointer says, though a get of the origin's finds it. Found by this case.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

/// A put of the whole window of `count` integers, seen through the target's pointer.
void put(Probe& probe, int count) {
  int* memory = nullptr;
  MPI_Win window;
  const auto bytes = static_cast<MPI_Aint>(static_cast<std::size_t>(count) * sizeof(int));
  mpi::check(MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window), "MPI_Win_allocate");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  for (int i = 0; i < count; ++i) memory[i] = -1;
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  const int right = (probe.rank() + 1) % probe.size(), left = (probe.rank() + probe.size() - 1) % probe.size();
  const std::vector<int> values(static_cast<std::size_t>(count), probe.rank());
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, window), "MPI_Win_lock");
  mpi::check(MPI_Put(values.data(), count, MPI_INT, right, 0, count, MPI_INT, window), "MPI_Put");
  mpi::check(MPI_Win_unlock(right, window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  for (int i = 0; i < count; ++i)
    probe.expect_equal(memory[i], left,
                       "what was put into a window of " + std::to_string(bytes) + " bytes, at integer " + std::to_string(i));
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_win_small(Probe& probe) {
  for (const int count : {1, 2, 3, 4, 5, 7, 8, 16, 33, 1000}) {
    probe.step("windows of " + std::to_string(count) + " integers");
    put(probe, count);
  }
}

}  // namespace

extern const Case win_small_case{
    .name = "win_small",
    .takes_more = true,
    .help = "MPI_Put into windows of 4 to 4000 bytes from MPI_Win_allocate",
    .standard = "MPI_Win_allocate returns a pointer to the memory that is the window (MPI 3.1, 11.2.2)",
    .run = run_win_small};

}  // namespace febem::check
