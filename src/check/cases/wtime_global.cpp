#include <algorithm>
#include <cmath>

#include "check/case.h"
#include "cli/text_table.h"

namespace febem::check {
namespace {

struct Offset {
  double value = 0, round_trip = 1e9;
};

/// What the clock of rank 1 is ahead, by the fastest of many round trips; on rank 0.
Offset measured_offset(Probe& probe) {
  Offset best;
  for (int i = 0; i < 300; ++i) {
    double theirs = 0;
    if (probe.is_first()) {
      const double start = MPI_Wtime();
      mpi::check(MPI_Send(nullptr, 0, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD), "MPI_Send");
      mpi::check(MPI_Recv(&theirs, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      const double end = MPI_Wtime();
      if (end - start < best.round_trip) best = {theirs - (start + end) / 2, end - start};
    } else {
      mpi::check(MPI_Recv(nullptr, 0, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      theirs = MPI_Wtime();
      mpi::check(MPI_Send(&theirs, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD), "MPI_Send");
    }
  }
  return best;
}

void run_wtime_global(Probe& probe) {
  int* global = nullptr;
  int known = 0;
  mpi::check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &known), "MPI_Comm_get_attr");
  const bool is_global = known != 0 && *global != 0;
  probe.step("offset of the other rank's clock");
  const auto offset = measured_offset(probe);
  if (!probe.is_first()) return;
  probe.note("MPI_WTIME_IS_GLOBAL is " + std::string(is_global ? "true" : "false") + ", measured offset " +
             cli::with_prefix(std::abs(offset.value), "s") + " +- " + cli::with_prefix(offset.round_trip / 2, "s"));
  probe.expect(!is_global || std::abs(offset.value) <= offset.round_trip, "clocks said to be synchronous are not");
  probe.fact("MPI_WTIME_IS_GLOBAL", is_global);
  probe.fact("clocks of two ranks agree within a round trip", std::abs(offset.value) <= offset.round_trip);
}

}  // namespace

extern const Case wtime_global_case{
    .name = "wtime_global",
    .help = "whether the clocks of two ranks are synchronous, as said and as measured",
    .standard =
        "MPI_WTIME_IS_GLOBAL is true only if clocks agree to within half a round trip of an empty message (MPI 3.1, 8.1.2)",
    .run = run_wtime_global};

}  // namespace febem::check
