#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_aliased_buffers(Probe& probe) {
  std::vector<double> values(1000, 1.0);
  probe.step("MPI_Allreduce with one buffer for both");
  probe.observe_code(MPI_Allreduce(values.data(), values.data(), 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD),
                     "MPI_Allreduce");
  if (probe.finished().observation == Observation::accepted && values[999] != probe.size())
    probe.observe(Observation::wrong_answer, "accepted, and the sum is wrong");
}

}  // namespace

extern const Case aliased_buffers_case{
    .name = "aliased_buffers",
    .legality = Legality::erroneous,
    .help = "MPI_Allreduce with the same send and receive buffer in place of MPI_IN_PLACE",
    .standard = "an output argument must not be aliased with any other argument (MPI 3.1, 2.3)",
    .run = run_aliased_buffers};

}  // namespace febem::check
