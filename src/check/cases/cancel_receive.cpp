#include "check/case.h"

namespace febem::check {
namespace {

void run_cancel_receive(Probe& probe) {
  double value = 1;
  int cancelled = 0;
  MPI_Request request;
  MPI_Status status;
  probe.step("MPI_Cancel of a receive, then MPI_Wait");
  mpi::check(MPI_Irecv(&value, 1, MPI_DOUBLE, probe.other(), 77, MPI_COMM_WORLD, &request), "MPI_Irecv");
  mpi::check(MPI_Cancel(&request), "MPI_Cancel");
  mpi::check(MPI_Wait(&request, &status), "MPI_Wait");
  mpi::check(MPI_Test_cancelled(&status, &cancelled), "MPI_Test_cancelled");
  probe.expect(cancelled != 0, "a receive that nothing can match is not cancelled");
  probe.step("a message after it");
  double in = 0;
  mpi::check(MPI_Sendrecv(&value, 1, MPI_DOUBLE, probe.other(), 77, &in, 1, MPI_DOUBLE, probe.other(), 77, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  probe.expect_equal(in, 1.0, "the message after the cancelled receive");
}

}  // namespace

extern const Case cancel_receive_case{
    .name = "cancel_receive",
    .help = "a receive that nobody will match is cancelled, and does not take the next message",
    .standard = "MPI_Wait on a request marked for cancellation returns whatever other processes do (MPI 3.1, 3.8.4)",
    .run = run_cancel_receive,
    .time_limit = 8};

}  // namespace febem::check
