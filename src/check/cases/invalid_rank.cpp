#include "check/case.h"

namespace febem::check {
namespace {

void run_invalid_rank(Probe& probe) {
  const int value = 1;
  probe.step("a message to a rank that is not there");
  const int code = MPI_Send(&value, 1, MPI_INT, probe.size() + 3, 1, MPI_COMM_WORLD);
  probe.observe_code(code, "MPI_Send");
  int error = MPI_SUCCESS;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &error);
  if (code != MPI_SUCCESS && error != MPI_ERR_RANK) probe.note("its class is not MPI_ERR_RANK");
}

}  // namespace

extern const Case invalid_rank_case{.name = "invalid_rank",
                                    .legality = Legality::erroneous,
                                    .ranks = 1,
                                    .help = "a message to a rank beyond the communicator, with MPI_ERRORS_RETURN",
                                    .standard = "the rank of the destination is 0 to n-1, or MPI_PROC_NULL (MPI 3.1, 3.2.3)",
                                    .run = run_invalid_rank};

}  // namespace febem::check
