#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_scan(Probe& probe) {
  for (const int count : {1, 3000}) {
    std::vector<int> mine(static_cast<std::size_t>(count), probe.rank() + 1), with(mine.size()), without(mine.size(), -5);
    probe.step("MPI_Scan and MPI_Exscan of " + std::to_string(count));
    mpi::check(MPI_Scan(mine.data(), with.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Scan");
    mpi::check(MPI_Exscan(mine.data(), without.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Exscan");
    const int below = probe.rank() * (probe.rank() + 1) / 2;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      probe.expect_equal(with[i], below + probe.rank() + 1, "MPI_Scan");
      if (!probe.is_first()) probe.expect_equal(without[i], below, "MPI_Exscan");
    }
  }
}

}  // namespace

extern const Case scan_case{
    .name = "scan",
    .ranks = 4,
    .takes_more = true,
    .help = "inclusive and exclusive partial sums",
    .standard = "rank i receives the sum over ranks 0 to i, or below i; of the latter rank 0 has none (MPI 3.1, 5.11)",
    .run = run_scan};

}  // namespace febem::check
