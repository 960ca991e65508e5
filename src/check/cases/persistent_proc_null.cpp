// MPICH 3.4: MPI_Wait hangs, pmodels/mpich#5053.
#include "check/case.h"

namespace febem::check {
namespace {

void run_persistent_proc_null(Probe& probe) {
  double value = 2;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  probe.step("persistent requests with MPI_PROC_NULL");
  mpi::check(MPI_Send_init(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]), "MPI_Send_init");
  mpi::check(MPI_Recv_init(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[1]), "MPI_Recv_init");
  mpi::check(MPI_Startall(2, requests), "MPI_Startall");
  mpi::check(MPI_Waitall(2, requests, statuses), "MPI_Waitall");
  probe.expect_equal(statuses[1].MPI_SOURCE, MPI_PROC_NULL, "source");
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

}  // namespace

extern const Case persistent_proc_null_case{
    .name = "persistent_proc_null",
    .ranks = 1,
    .help = "persistent requests with MPI_PROC_NULL complete",
    .standard =
        "MPI_PROC_NULL may stand wherever a source or destination does, also in persistent requests (MPI 3.1, 3.9 and 3.11)",
    .run = run_persistent_proc_null,
    .time_limit = 8};

}  // namespace febem::check
