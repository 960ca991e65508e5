#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run_rsend(Probe& probe) {
  for (const int count : {0, 10, 100000}) {
    std::vector<int> in(static_cast<std::size_t>(count));
    probe.step("MPI_Rsend of " + std::to_string(count) + " integers");
    if (probe.is_first()) {
      mpi::check(MPI_Recv(nullptr, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      mpi::check(MPI_Rsend(pattern(count, 3).data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Rsend");
      continue;
    }
    MPI_Request request;
    mpi::check(MPI_Irecv(in.data(), count, MPI_INT, 0, 1, MPI_COMM_WORLD, &request), "MPI_Irecv");
    mpi::check(MPI_Send(nullptr, 0, MPI_INT, 0, 2, MPI_COMM_WORLD), "MPI_Send");
    mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    expect_pattern(probe, in, 3, "a ready send");
  }
}

}  // namespace

extern const Case rsend_case{
    .name = "rsend",
    .help = "ready sends to a receive that is known to be posted",
    .standard = "a ready send may be started if the matching receive is already posted (MPI 3.1, 3.4)",
    .run = run_rsend};

}  // namespace febem::check
