// open-mpi/ompi#7203: a rank with no memory got a null pointer.
#include "check/case.h"

namespace febem::check {
namespace {

void run_win_shared(Probe& probe) {
  MPI_Comm node;
  mpi::check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int rank = 0, size = 1;
  mpi::check(MPI_Comm_rank(node, &rank), "MPI_Comm_rank");
  mpi::check(MPI_Comm_size(node, &size), "MPI_Comm_size");
  const int own = rank == 0 ? 0 : 10 * rank;
  int* memory = nullptr;
  MPI_Win window;
  probe.step("MPI_Win_allocate_shared");
  mpi::check(
      MPI_Win_allocate_shared(static_cast<MPI_Aint>(own * sizeof(int)), sizeof(int), MPI_INFO_NULL, node, &memory, &window),
      "MPI_Win_allocate_shared");
  mpi::check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window), "MPI_Win_lock_all");
  for (int i = 0; i < own; ++i) memory[i] = 1000 * rank + i;
  mpi::check(MPI_Win_sync(window), "MPI_Win_sync");
  mpi::check(MPI_Barrier(node), "MPI_Barrier");
  mpi::check(MPI_Win_sync(window), "MPI_Win_sync");
  int before = 0;
  const int* start = nullptr;
  for (int other = 1; other < size; before += 10 * other, ++other) {
    MPI_Aint bytes = 0;
    int unit = 0;
    int* theirs = nullptr;
    mpi::check(MPI_Win_shared_query(window, other, &bytes, &unit, &theirs), "MPI_Win_shared_query");
    if (other == 1) start = theirs;
    probe.expect_equal(bytes, static_cast<MPI_Aint>(10 * other * sizeof(int)), "bytes of rank " + std::to_string(other));
    for (int i = 0; i < 10 * other; ++i)
      probe.expect_equal(theirs[i], 1000 * other + i, "memory of rank " + std::to_string(other));
    probe.expect(theirs == start + before, "the memory is not contiguous over the ranks");
  }
  mpi::check(MPI_Win_unlock_all(window), "MPI_Win_unlock_all");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
  mpi::check(MPI_Comm_free(&node), "MPI_Comm_free");
}

}  // namespace

extern const Case win_shared_case{
    .name = "win_shared",
    .ranks = 3,
    .takes_more = true,
    .help = "memory shared by the ranks of a node is contiguous over them, also where the first has none",
    .standard = "the memory allocated is contiguous across process ranks unless the info says otherwise (MPI 3.1, 11.2.3)",
    .run = run_win_shared};

}  // namespace febem::check
