#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

/// What `from` sends to `to`: nothing to itself and to the next.
int alltoallv_length(int from, int to, int size) { return to == from || to == (from + 1) % size ? 0 : 50 * from + to + 1; }

void run_alltoallv_zero(Probe& probe) {
  const int size = probe.size();
  std::vector<int> out, out_lengths, out_places, in_lengths, in_places;
  int all = 0;
  for (int rank = 0; rank < size; ++rank) {
    out_places.push_back(static_cast<int>(out.size()));
    out_lengths.push_back(alltoallv_length(probe.rank(), rank, size));
    const auto part = pattern(out_lengths.back(), 10 * probe.rank() + rank);
    out.insert(out.end(), part.begin(), part.end());
    in_places.push_back(all);
    in_lengths.push_back(alltoallv_length(rank, probe.rank(), size));
    all += in_lengths.back();
  }
  std::vector<int> in(static_cast<std::size_t>(all), -1);
  probe.step("MPI_Alltoallv with many empty messages");
  mpi::check(MPI_Alltoallv(out.data(), out_lengths.data(), out_places.data(), MPI_INT, in.data(), in_lengths.data(),
                           in_places.data(), MPI_INT, MPI_COMM_WORLD),
             "MPI_Alltoallv");
  for (int rank = 0; rank < size; ++rank) {
    const auto begin = in.begin() + in_places[static_cast<std::size_t>(rank)];
    expect_pattern(probe, {begin, begin + in_lengths[static_cast<std::size_t>(rank)]}, 10 * rank + probe.rank(),
                   "from rank " + std::to_string(rank));
  }
  const std::vector<int> nothing(static_cast<std::size_t>(size), 0);
  probe.step("MPI_Alltoallv of nothing at all");
  int unused_out = 0, unused_in = 0;
  mpi::check(MPI_Alltoallv(&unused_out, nothing.data(), nothing.data(), MPI_INT, &unused_in, nothing.data(), nothing.data(),
                           MPI_INT, MPI_COMM_WORLD),
             "MPI_Alltoallv");
}

}  // namespace

extern const Case alltoallv_zero_case{
    .name = "alltoallv_zero",
    .ranks = 4,
    .takes_more = true,
    .help = "MPI_Alltoallv in which some send nothing to some, and one in which nobody sends anything",
    .standard = "each process has a count for every other, which may be zero (MPI 3.1, 5.8)",
    .run = run_alltoallv_zero};

}  // namespace febem::check
