// SimGrid's flattree_pipeline loses the tail of a message. Lengths on both sides of what a library may cut at, and every
// root.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void broadcast(Probe& probe, int count, int root) {
  auto data = probe.rank() == root ? pattern(count, root) : std::vector<int>(static_cast<std::size_t>(count), -1);
  mpi::check(MPI_Bcast(data.data(), count, MPI_INT, root, MPI_COMM_WORLD), "MPI_Bcast");
  expect_pattern(probe, data, root, "broadcast from rank " + std::to_string(root));
}

void run_bcast_lengths(Probe& probe) {
  for (const int power : {0, 3, 8, 10, 12, 14, 16, 18, 20})
    for (const int more : {-1, 0, 1, 37}) {
      const int count = (1 << power) + more;
      probe.step("MPI_Bcast of " + std::to_string(count) + " integers");
      for (int root = 0; root < probe.size(); ++root) broadcast(probe, count, root);
    }
}

}  // namespace

extern const Case bcast_lengths_case{
    .name = "bcast_lengths",
    .ranks = 3,
    .takes_more = true,
    .help = "broadcasts from every root, 1 to 1 048 613 integers, around powers of two",
    .standard = "on return the contents of the root's buffer are those of all (MPI 3.1, 5.4)",
    .run = run_bcast_lengths,
    .time_limit = 40};

}  // namespace febem::check
