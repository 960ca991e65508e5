// What a solver that looks for NaN by a maximum must know.
#include <cmath>
#include <limits>

#include "check/case.h"

namespace febem::check {
namespace {

double reduced(Probe& probe, int rank_with_nan, MPI_Op operation) {
  const double mine = probe.rank() == rank_with_nan ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  double result = 0;
  mpi::check(MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD), "MPI_Allreduce");
  return result;
}

void run_not_a_number(Probe& probe) {
  probe.step("MPI_MAX and MPI_SUM with NaN");
  int kept = 0, tried = 0;
  for (int rank = 0; rank < probe.size(); ++rank, ++tried) kept += std::isnan(reduced(probe, rank, MPI_MAX)) ? 1 : 0;
  probe.expect(std::isnan(reduced(probe, 0, MPI_SUM)), "a sum with NaN is a number");
  const std::string text = kept == tried ? "always kept"
                           : kept == 0   ? "always lost"
                                         : "kept or lost by the rank that has it";
  probe.note("NaN under MPI_MAX is " + text);
  probe.fact("NaN under MPI_MAX", text);
}

}  // namespace

extern const Case not_a_number_case{
    .name = "not_a_number",
    .ranks = 3,
    .takes_more = true,
    .help = "NaN on each rank in turn under MPI_MAX, and under MPI_SUM",
    .standard = "MPI_MAX does not say what becomes of NaN; a sum has it by IEEE arithmetic (MPI 3.1, 5.9.2)",
    .run = run_not_a_number};

}  // namespace febem::check
