#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void receive_probed(Probe& probe, int i) {
  MPI_Status status;
  int count = -1, there = 0;
  if (i % 2 == 0)
    mpi::check(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status), "MPI_Probe");
  else
    while (there == 0) mpi::check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status), "MPI_Iprobe");
  mpi::check(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count");
  probe.expect_equal(status.MPI_SOURCE, 0, "source of a probed message");
  probe.expect_equal(status.MPI_TAG, i, "tag of a probed message");
  std::vector<int> in(static_cast<std::size_t>(count));
  mpi::check(MPI_Recv(in.data(), count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status), "MPI_Recv");
  probe.expect_equal(count, i * i * 100, "elements of a probed message");
  expect_pattern(probe, in, i, "a probed message");
}

void run_probe_count(Probe& probe) {
  for (int i = 0; i < 30; ++i) {
    probe.step("message " + std::to_string(i) + " of a length that the receiver asks for");
    if (probe.is_first())
      mpi::check(MPI_Send(pattern(i * i * 100, i).data(), i * i * 100, MPI_INT, 1, i, MPI_COMM_WORLD), "MPI_Send");
    else
      receive_probed(probe, i);
  }
}

}  // namespace

extern const Case probe_count_case{
    .name = "probe_count",
    .help = "messages of unknown length, source and tag, by MPI_Probe and MPI_Iprobe",
    .standard = "a receive with the source and tag that a probe returned gets that message, of that length (MPI 3.1, 3.8.1)",
    .run = run_probe_count};

}  // namespace febem::check
