#include "check/case.h"

namespace febem::check {
namespace {

/// Rank 0: must not complete while rank 1, which waits for our word, has no receive.
void send_synchronously(Probe& probe) {
  const double value = 5;
  int done = 0;
  MPI_Request request;
  mpi::check(MPI_Issend(&value, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &request), "MPI_Issend");
  for (const double start = MPI_Wtime(); done == 0 && MPI_Wtime() - start < 0.1;)
    mpi::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  probe.expect(done == 0, "MPI_Issend completes although no receive is posted");
  mpi::check(MPI_Send(&value, 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  mpi::check(MPI_Ssend(&value, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD), "MPI_Ssend");
}

void receive_in_turn(Probe& probe) {
  double value = 0;
  for (const int tag : {2, 1, 3}) {
    value = 0;
    mpi::check(MPI_Recv(&value, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    probe.expect_equal(value, 5.0, "what arrives");
  }
}

void run_ssend(Probe& probe) {
  probe.step("synchronous sends");
  probe.is_first() ? send_synchronously(probe) : receive_in_turn(probe);
}

}  // namespace

extern const Case ssend_case{
    .name = "ssend",
    .help = "a synchronous send of 8 bytes does not complete before its receive is posted, and does after",
    .standard = "a synchronous send completes only if a matching receive has started to receive it (MPI 3.1, 3.4)",
    .run = run_ssend};

}  // namespace febem::check
