#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

struct Located {
  double value;
  int index;
};

void run_max_location(Probe& probe) {
  for (const int count : {1, 10, 5000}) {
    std::vector<Located> mine(static_cast<std::size_t>(count)), largest(mine), smallest(mine);
    // All are equal in the even places; in the odd the last rank has the largest.
    for (int i = 0; i < count; ++i)
      mine[static_cast<std::size_t>(i)] = {i % 2 == 0 ? 7.0 : probe.rank(), 100 - probe.rank()};
    probe.step("MPI_MAXLOC and MPI_MINLOC of " + std::to_string(count));
    mpi::check(MPI_Allreduce(mine.data(), largest.data(), count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD),
               "MPI_Allreduce");
    mpi::check(MPI_Allreduce(mine.data(), smallest.data(), count, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD),
               "MPI_Allreduce");
    const int lowest = 101 - probe.size();
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto place = "place " + std::to_string(i) + " of " + std::to_string(count);
      probe.expect_equal(largest[at].index, lowest, "index of the largest, " + place);
      probe.expect_equal(smallest[at].index, i % 2 == 0 ? lowest : 100, "index of the smallest, " + place);
      probe.expect_equal(largest[at].value, i % 2 == 0 ? 7.0 : probe.size() - 1.0, "the largest, " + place);
    }
  }
}

}  // namespace

extern const Case max_location_case{.name = "max_location",
                                    .ranks = 3,
                                    .takes_more = true,
                                    .help = "MPI_MAXLOC and MPI_MINLOC with equal values",
                                    .standard = "of equal values the index returned is the least (MPI 3.1, 5.9.4)",
                                    .run = run_max_location};

}  // namespace febem::check
