// Who receives how much is not known: everybody synchronously sends, and enters a nonblocking barrier when its sends are
// done.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_consensus_barrier(Probe& probe) {
  const int to[2] = {(probe.rank() + 1) % probe.size(), (probe.rank() + 2) % probe.size()};
  std::vector<MPI_Request> sends(2);
  for (int i = 0; i < 2; ++i)
    mpi::check(MPI_Issend(&to[i], 1, MPI_INT, to[i], 1, MPI_COMM_WORLD, &sends[static_cast<std::size_t>(i)]), "MPI_Issend");
  int received = 0, sent = 0, over = 0;
  MPI_Request barrier = MPI_REQUEST_NULL;
  probe.step("sparse exchange with MPI_Ibarrier");
  while (over == 0) {
    int there = 0;
    MPI_Status status;
    mpi::check(MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, &status), "MPI_Iprobe");
    if (there != 0) {
      int value = -1;
      mpi::check(MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      probe.expect_equal(value, probe.rank(), "message");
      ++received;
    }
    if (barrier != MPI_REQUEST_NULL) {
      mpi::check(MPI_Test(&barrier, &over, MPI_STATUS_IGNORE), "MPI_Test");
    } else {
      mpi::check(MPI_Testall(2, sends.data(), &sent, MPI_STATUSES_IGNORE), "MPI_Testall");
      if (sent != 0) mpi::check(MPI_Ibarrier(MPI_COMM_WORLD, &barrier), "MPI_Ibarrier");
    }
  }
  probe.expect_equal(received, 2, "messages received before the barrier was over");
}

}  // namespace

extern const Case consensus_barrier_case{.name = "consensus_barrier",
                                         .ranks = 3,
                                         .takes_more = true,
                                         .help = "an exchange with unknown partners, whose end a nonblocking barrier tells",
                                         .standard =
                                             "MPI_Ibarrier completes when all have called it; a synchronous send, when it "
                                             "is being received (MPI 3.1, 5.12.1, 3.4)",
                                         .run = run_consensus_barrier};

}  // namespace febem::check
