#include <unistd.h>

#include "check/case.h"
#include "mpi/capabilities.h"

namespace febem::check {
namespace {

void run_abort(Probe& probe) {
  double value = 0;
  const bool simulated = mpi::is_simulated();
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  // What was seen is kept before the end: nothing comes after it.
  probe.keep();
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  if (probe.rank() == 1) {
    MPI_Abort(MPI_COMM_WORLD, 7);
  } else if (probe.rank() == 2 && !simulated) {
    ::pause();  // outside MPI, where a simulator would wait with it
  }
  mpi::check(MPI_Recv(&value, 1, MPI_DOUBLE, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

}  // namespace

extern const Case abort_case{
    .name = "abort",
    .ranks = 3,
    .help = "one rank aborts, one waits for a message, one does something else: all end, and the launcher says so",
    .standard = "MPI_Abort makes a best attempt to abort all tasks of the communicator (MPI 3.1, 8.7)",
    .run = run_abort,
    .aborts = true};

}  // namespace febem::check
