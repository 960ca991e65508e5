// SimGrid SMPI 3.32: a started MPI_Send_init of a short message never completes.
#include <algorithm>

#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run(Probe& probe) {
  constexpr int rounds = 20;
  for (const int count : {1, 100, 100000}) {
    std::vector<int> out(static_cast<std::size_t>(count)), in(out);
    MPI_Request requests[2];
    probe.step("persistent messages of " + std::to_string(count) + " integers");
    mpi::check(MPI_Send_init(out.data(), count, MPI_INT, probe.other(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Send_init");
    mpi::check(MPI_Recv_init(in.data(), count, MPI_INT, probe.other(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Recv_init");
    for (int round = 0; round < rounds; ++round) {
      const auto data = pattern(count, 10 * round + probe.rank());
      std::copy(data.begin(), data.end(), out.begin());
      mpi::check(MPI_Startall(2, requests), "MPI_Startall");
      mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
      expect_pattern(probe, in, 10 * round + probe.other(), "round " + std::to_string(round));
    }
    for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
  }
}

}  // namespace

extern const Case persistent_case{
    .name = "persistent",
    .help = "persistent sends and receives started twenty times, with new data each time",
    .standard = "a persistent request may be started again when it has completed (MPI 3.1, 3.9)",
    .run = run};

}  // namespace febem::check
