#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_reduce_scatter(Probe& probe) {
  std::vector<int> lengths;
  int all = 0;
  for (int rank = 0; rank < probe.size(); ++rank) {
    lengths.push_back(rank % 2 == 1 ? 0 : 200 * rank + 1);
    all += lengths.back();
  }
  std::vector<int> mine(static_cast<std::size_t>(all)), part(static_cast<std::size_t>(all), -1);
  for (int i = 0; i < all; ++i) mine[static_cast<std::size_t>(i)] = i * (probe.rank() + 1);
  probe.step("MPI_Reduce_scatter with nothing for every second rank");
  mpi::check(MPI_Reduce_scatter(mine.data(), part.data(), lengths.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD),
             "MPI_Reduce_scatter");
  int before = 0;
  for (int rank = 0; rank < probe.rank(); ++rank) before += lengths[static_cast<std::size_t>(rank)];
  const int own = lengths[static_cast<std::size_t>(probe.rank())], factor = probe.size() * (probe.size() + 1) / 2;
  for (int i = 0; i < own; ++i)
    probe.expect_equal(part[static_cast<std::size_t>(i)], (before + i) * factor, "sum " + std::to_string(i));
  if (own < all) probe.expect_equal(part[static_cast<std::size_t>(own)], -1, "what lies behind this rank's part");
}

}  // namespace

extern const Case reduce_scatter_case{
    .name = "reduce_scatter",
    .ranks = 4,
    .takes_more = true,
    .help = "MPI_Reduce_scatter with different counts, some zero",
    .standard = "the sum is scattered in blocks of the given counts, which must be non-negative (MPI 3.1, 5.10)",
    .run = run_reduce_scatter};

}  // namespace febem::check
