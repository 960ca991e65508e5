#include <algorithm>

#include "check/case.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

std::string standard() {
  int version = 0, subversion = 0;
  mpi::check(MPI_Get_version(&version, &subversion), "MPI_Get_version");
  return std::to_string(version) + "." + std::to_string(subversion);
}

void run_start(Probe& probe) {
  auto library = mpi::library_version();
  std::replace(library.begin(), library.end(), '\t', ' ');
  probe.fact("library", library);
  probe.fact("standard", standard());
  int sum = 0;
  const int one = 1;
  mpi::check(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  probe.expect_equal(sum, probe.size(), "processes that take part");
  probe.expect_equal(probe.size(), 2, "processes started for 2 asked");
}

}  // namespace

extern const Case start_case{
    .name = "start",
    .help = "two processes start, know of each other, and end",
    .standard = "MPI_COMM_WORLD holds all processes a program was started with (MPI 3.1, 6.2.4 and 8.7)",
    .run = run_start,
    .time_limit = 60};

}  // namespace febem::check
