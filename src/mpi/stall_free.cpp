#include "mpi/stall_free.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "mpi/check.h"
#include "mpi/environment.h"

namespace febem::mpi {
namespace {

/// Whether this rank's counter has reached `total`, without an MPI call that would make progress for the others.
bool receives(const Window& window, std::int64_t total, double patience) {
  const std::atomic_ref counter(*reinterpret_cast<std::int64_t*>(window.own().data()));
  const double start = wall_time();
  while (counter.load() < total) {
    if (wall_time() - start > patience) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace

bool is_stall_free(const Window& window, const Communicator& communicator, double patience) {
  const int rank = communicator.rank(), others = communicator.size() - 1;
  const MPI_Comm comm = communicator.handle();
  int good = 1, all = 1;
  if (rank == 0)
    good = receives(window, others, patience) ? 1 : 0;
  else
    window.fetch_add(0, 1);
  check(MPI_Barrier(comm), "MPI_Barrier");
  if (rank > 0) good = receives(window, 1, patience) ? 1 : 0;
  for (int other = 1; rank == 0 && other <= others; ++other) window.fetch_add(other, 1);
  check(MPI_Barrier(comm), "MPI_Barrier");
  window.fetch_add(rank, rank == 0 ? -others : -1);
  check(MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return all == 1;
}

}  // namespace febem::mpi
