#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_collective_order(Probe& probe) {
  std::vector<double> values(100000), sums(values);
  int code = MPI_SUCCESS;
  for (int i = 0; i < 2 && code == MPI_SUCCESS; ++i) {
    const bool broadcasts = (i == 0) == probe.is_first();
    probe.step(broadcasts ? "MPI_Bcast" : "MPI_Reduce");
    code = broadcasts ? MPI_Bcast(values.data(), 100000, MPI_DOUBLE, 0, MPI_COMM_WORLD)
                      : MPI_Reduce(values.data(), sums.data(), 100000, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
    probe.observe_code(code, broadcasts ? "MPI_Bcast" : "MPI_Reduce");
  }
}

}  // namespace

extern const Case collective_order_case{
    .name = "collective_order",
    .legality = Legality::erroneous,
    .help = "rank 0 calls MPI_Bcast, then MPI_Reduce; rank 1 the other way round",
    .standard =
        "collective operations must be executed in the same order at all members of the communicator (MPI 3.1, 5.13)",
    .run = run_collective_order,
    .time_limit = 6};

}  // namespace febem::check
