#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_bcast_lengths_differ(Probe& probe) {
  std::vector<int> data(100000, probe.is_first() ? 1 : 0);
  probe.step("MPI_Bcast of 100 000 integers, of which others want 10");
  probe.observe_code(MPI_Bcast(data.data(), probe.is_first() ? 100000 : 10, MPI_INT, 0, MPI_COMM_WORLD), "MPI_Bcast");
}

}  // namespace

extern const Case bcast_lengths_differ_case{
    .name = "bcast_lengths_differ",
    .legality = Legality::erroneous,
    .help = "MPI_Bcast with a longer count on the root than elsewhere",
    .standard = "the amount of data sent must equal the amount received, between each process and the root (MPI 3.1, 5.4)",
    .run = run_bcast_lengths_differ,
    .time_limit = 8};

}  // namespace febem::check
