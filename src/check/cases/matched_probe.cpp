// Open MPI 1.10 and 2.0 hung in a barrier after MPI_Improbe found nothing: open-mpi/ompi#2275.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void receive_matched(Probe& probe, int count) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  int got = 0;
  mpi::check(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status), "MPI_Mprobe");
  mpi::check(MPI_Get_count(&status, MPI_INT, &got), "MPI_Get_count");
  std::vector<int> in(static_cast<std::size_t>(got));
  mpi::check(MPI_Mrecv(in.data(), got, MPI_INT, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
  probe.expect_equal(got, count, "elements of a matched message");
  probe.expect(message == MPI_MESSAGE_NULL, "MPI_Mrecv leaves the message handle");
  expect_pattern(probe, in, 2, "a matched message");
}

void run_matched_probe(Probe& probe) {
  int there = 1;
  MPI_Message message = MPI_MESSAGE_NULL;
  probe.step("MPI_Improbe with nothing there, then MPI_Barrier");
  mpi::check(MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE), "MPI_Improbe");
  probe.expect(there == 0, "MPI_Improbe finds a message that nobody sent");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  for (const int count : {0, 100, 200000}) {
    probe.step("MPI_Mprobe and MPI_Mrecv of " + std::to_string(count) + " integers");
    if (probe.is_first())
      mpi::check(MPI_Send(pattern(count, 2).data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Send");
    else
      receive_matched(probe, count);
  }
}

}  // namespace

extern const Case matched_probe_case{
    .name = "matched_probe",
    .help = "matched probes and receives; a barrier after a matched probe that found nothing",
    .standard = "a matched message is received by its handle, and by nothing else (MPI 3.1, 3.8.2 and 3.8.3)",
    .run = run_matched_probe};

}  // namespace febem::check
