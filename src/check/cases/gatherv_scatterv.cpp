#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

/// Elements of a rank: none of every third.
int gathered_length(int rank) { return rank % 3 == 1 ? 0 : 100 * rank + 5; }

void run_gatherv_scatterv(Probe& probe) {
  std::vector<int> lengths, places;
  int all = 0;
  for (int rank = 0; rank < probe.size(); ++rank) {
    lengths.push_back(gathered_length(rank));
    places.push_back(all + 3 * rank);  // with gaps
    all += gathered_length(rank);
  }
  const auto mine = pattern(gathered_length(probe.rank()), probe.rank());
  for (int root = 0; root < probe.size(); ++root) {
    std::vector<int> gathered(static_cast<std::size_t>(all + 3 * probe.size()), -1), back(mine.size(), -1);
    probe.step("MPI_Gatherv and MPI_Scatterv at rank " + std::to_string(root));
    mpi::check(MPI_Gatherv(mine.data(), gathered_length(probe.rank()), MPI_INT, gathered.data(), lengths.data(),
                           places.data(), MPI_INT, root, MPI_COMM_WORLD),
               "MPI_Gatherv");
    for (int rank = 0; rank < probe.size() && probe.rank() == root; ++rank) {
      const auto begin = gathered.begin() + places[static_cast<std::size_t>(rank)];
      expect_pattern(probe, {begin, begin + gathered_length(rank)}, rank, "what rank " + std::to_string(rank) + " gave");
      probe.expect_equal(*(begin + gathered_length(rank)), -1, "the gap behind it");
    }
    mpi::check(MPI_Scatterv(gathered.data(), lengths.data(), places.data(), MPI_INT, back.data(),
                            gathered_length(probe.rank()), MPI_INT, root, MPI_COMM_WORLD),
               "MPI_Scatterv");
    expect_pattern(probe, back, probe.rank(), "what comes back from rank " + std::to_string(root));
  }
}

}  // namespace

extern const Case gatherv_scatterv_case{
    .name = "gatherv_scatterv",
    .ranks = 4,
    .takes_more = true,
    .help = "different lengths, some zero, with gaps between them, gathered and scattered at every root",
    .standard = "counts may differ between processes, and places be in any order without overlap (MPI 3.1, 5.5 and 5.6)",
    .run = run_gatherv_scatterv};

}  // namespace febem::check
