// Open MPI does not cancel sends (open-mpi/ompi#9626), nor does MPICH since 3.4 (pmodels/mpich#5775, which will stay so).
// MPI 4.0 deprecates it.
#include "check/case.h"

namespace febem::check {
namespace {

void run_cancel_send(Probe& probe) {
  const int value = 42;
  int cancelled = 0;
  MPI_Request request;
  MPI_Status status;
  probe.step("MPI_Cancel of a synchronous send, then MPI_Wait");
  mpi::check(MPI_Issend(&value, 1, MPI_INT, probe.rank(), 0, MPI_COMM_WORLD, &request), "MPI_Issend");
  mpi::check(MPI_Cancel(&request), "MPI_Cancel");
  mpi::check(MPI_Wait(&request, &status), "MPI_Wait");
  mpi::check(MPI_Test_cancelled(&status, &cancelled), "MPI_Test_cancelled");
  probe.expect(cancelled != 0, "a send that nobody receives completes and is not cancelled");
}

}  // namespace

extern const Case cancel_send_case{
    .name = "cancel_send",
    .ranks = 1,
    .help = "a synchronous send that nobody will receive is cancelled",
    .standard = "MPI_Wait on a request marked for cancellation returns whatever other processes do (MPI 3.1, 3.8.4)",
    .run = run_cancel_send,
    .time_limit = 6};

}  // namespace febem::check
