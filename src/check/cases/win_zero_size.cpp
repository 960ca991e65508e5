// Windows in which some ranks have nothing: open-mpi/ompi#7203, microsoft/Microsoft-MPI#41, openucx/ucx#7725.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_win_zero_size(Probe& probe) {
  const int own = probe.rank() % 2 == 0 ? 0 : 100, holder = 1;
  int* memory = nullptr;
  MPI_Win window;
  probe.step("MPI_Win_allocate with no memory on every second rank");
  mpi::check(MPI_Win_allocate(static_cast<MPI_Aint>(own * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                              &window),
             "MPI_Win_allocate");
  for (int i = 0; i < own; ++i) memory[i] = -1;
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Put(nullptr, 0, MPI_INT, 0, 0, 0, MPI_INT, window), "MPI_Put");
  const int value = 50 + probe.rank();
  mpi::check(MPI_Put(&value, 1, MPI_INT, holder, probe.rank(), 1, MPI_INT, window), "MPI_Put");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  for (int rank = 0; rank < probe.size() && probe.rank() == holder; ++rank)
    probe.expect_equal(memory[rank], 50 + rank, "what rank " + std::to_string(rank) + " put");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case win_zero_size_case{.name = "win_zero_size",
                                     .ranks = 4,
                                     .takes_more = true,
                                     .help = "a window in which every second rank has no memory",
                                     .standard = "the size may differ between processes, and may be zero (MPI 3.1, 11.2.2)",
                                     .run = run_win_zero_size};

}  // namespace febem::check
