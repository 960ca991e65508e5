#include <cstring>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_allreduce_identical(Probe& probe) {
  for (const int count : {1, 3, 1000, 200003}) {
    std::vector<double> mine(static_cast<std::size_t>(count)), sum(mine), of_root(mine);
    for (int i = 0; i < count; ++i)
      mine[static_cast<std::size_t>(i)] = 1.0 / (3 + i + 7 * probe.rank()) - 0.1 * probe.rank();
    probe.step("MPI_Allreduce of " + std::to_string(count) + " doubles");
    mpi::check(MPI_Allreduce(mine.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
    of_root = sum;
    mpi::check(MPI_Bcast(of_root.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD), "MPI_Bcast");
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (std::memcmp(&sum[i], &of_root[i], sizeof(double)) != 0)
        return probe.expect_equal(sum[i], of_root[i],
                                  "sum " + std::to_string(i) + " on rank " + std::to_string(probe.rank()));
  }
}

}  // namespace

extern const Case allreduce_identical_case{
    .name = "allreduce_identical",
    .ranks = 4,
    .takes_more = true,
    .help = "sums that round are the same to the last bit on all ranks",
    .standard = "all processes receive identical results from MPI_Allreduce (MPI 3.1, 5.9.6)",
    .run = run_allreduce_identical};

}  // namespace febem::check
