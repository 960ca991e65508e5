// Blocking Sendrecv and nonblocking pairs, with lengths on both sides of any eager limit.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void exchange_with_itself(Probe& probe, int count) {
  const auto out = pattern(count, 7);
  auto in = pattern(count, 0);
  MPI_Request requests[2];
  mpi::check(MPI_Isend(out.data(), count, MPI_INT, probe.rank(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Isend");
  mpi::check(MPI_Irecv(in.data(), count, MPI_INT, probe.rank(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Irecv");
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  expect_pattern(probe, in, 7, "MPI_Isend to itself");
  in = pattern(count, 0);
  mpi::check(MPI_Sendrecv(out.data(), count, MPI_INT, probe.rank(), 2, in.data(), count, MPI_INT, probe.rank(), 2,
                          MPI_COMM_SELF, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  expect_pattern(probe, in, 7, "MPI_Sendrecv with itself");
}

void run_self_send(Probe& probe) {
  for (const int count : {0, 1, 100, 10000, 1000000}) {
    probe.step("a message of " + std::to_string(count) + " integers to itself");
    exchange_with_itself(probe, count);
  }
}

}  // namespace

extern const Case self_send_case{.name = "self_send",
                                 .ranks = 1,
                                 .help = "nonblocking messages and MPI_Sendrecv of a process with itself, up to 4 MB",
                                 .standard = "a process can send a message to itself (MPI 3.1, 3.2.4)",
                                 .run = run_self_send};

}  // namespace febem::check
