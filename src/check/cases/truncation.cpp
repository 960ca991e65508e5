#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_truncation(Probe& probe) {
  std::vector<int> data(1000, 1);
  probe.step("a message longer than its receive");
  if (probe.is_first()) {
    mpi::check(MPI_Send(data.data(), 1000, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Send");
    return;
  }
  std::vector<int> in(1000, 0);
  probe.observe_code(MPI_Recv(in.data(), 10, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  for (std::size_t i = 10; i < in.size(); ++i)
    if (in[i] != 0) return probe.observe(Observation::wrong_answer, "memory behind the receive buffer is overwritten");
}

}  // namespace

extern const Case truncation_case{
    .name = "truncation",
    .legality = Legality::erroneous,
    .help = "a message of 4000 bytes for a receive of 40",
    .standard = "an overflow error occurs if the incoming data do not fit into the receive buffer (MPI 3.1, 3.2.4)",
    .run = run_truncation};

}  // namespace febem::check
