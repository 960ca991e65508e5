#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run_sendrecv_replace(Probe& probe) {
  const int to = (probe.rank() + 1) % probe.size(), from = (probe.rank() + probe.size() - 1) % probe.size();
  for (const int count : {0, 1, 1000, 500000}) {
    auto data = pattern(count, probe.rank());
    probe.step("MPI_Sendrecv_replace of " + std::to_string(count) + " integers round a ring");
    mpi::check(MPI_Sendrecv_replace(data.data(), count, MPI_INT, to, 1, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
               "MPI_Sendrecv_replace");
    expect_pattern(probe, data, from, "what comes from the left");
  }
}

}  // namespace

extern const Case sendrecv_replace_case{
    .name = "sendrecv_replace",
    .ranks = 3,
    .takes_more = true,
    .help = "a ring of exchanges in place, up to 2 MB",
    .standard = "send and receive of one call use the same buffer, and a cycle of them does not deadlock (MPI 3.1, 3.10)",
    .run = run_sendrecv_replace};

}  // namespace febem::check
