#include "check/case.h"

namespace febem::check {
namespace {

void run_type_mismatch(Probe& probe) {
  probe.step("integers received as doubles");
  if (probe.is_first()) {
    const int values[2] = {1, 2};
    mpi::check(MPI_Send(values, 2, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Send");
    return;
  }
  double value = 0;
  probe.observe_code(MPI_Recv(&value, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

}  // namespace

extern const Case type_mismatch_case{
    .name = "type_mismatch",
    .legality = Legality::erroneous,
    .help = "two integers sent, one double received",
    .standard = "the type of each entry sent must match that of the entry received (MPI 3.1, 3.3.1)",
    .run = run_type_mismatch};

}  // namespace febem::check
