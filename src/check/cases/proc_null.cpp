// MPICH 4.0 and 4.1: the status of a nonblocking receive says source 0 and tag 0, pmodels/mpich#6805.
#include "check/case.h"

namespace febem::check {
namespace {

void run_proc_null(Probe& probe) {
  double value = 8;
  MPI_Status status;
  int count = -1;
  probe.step("messages to and from MPI_PROC_NULL");
  mpi::check(MPI_Send(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Ssend(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD), "MPI_Ssend");
  mpi::check(MPI_Recv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status), "MPI_Recv");
  mpi::check(MPI_Get_count(&status, MPI_DOUBLE, &count), "MPI_Get_count");
  probe.expect_equal(value, 8.0, "the buffer of a receive from nobody");
  probe.expect_equal(status.MPI_SOURCE, MPI_PROC_NULL, "its source");
  probe.expect_equal(status.MPI_TAG, MPI_ANY_TAG, "its tag");
  probe.expect_equal(count, 0, "its count");
  MPI_Request request;
  mpi::check(MPI_Irecv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request), "MPI_Irecv");
  mpi::check(MPI_Wait(&request, &status), "MPI_Wait");
  probe.expect_equal(status.MPI_SOURCE, MPI_PROC_NULL, "the source of a nonblocking one");
}

}  // namespace

extern const Case proc_null_case{
    .name = "proc_null",
    .ranks = 1,
    .help = "messages to and from MPI_PROC_NULL do nothing, and say so in the status",
    .standard =
        "communication with MPI_PROC_NULL has no effect; source MPI_PROC_NULL, tag MPI_ANY_TAG, count 0 (MPI 3.1, 3.11)",
    .run = run_proc_null};

}  // namespace febem::check
