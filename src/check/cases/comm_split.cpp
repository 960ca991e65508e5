#include "check/case.h"

namespace febem::check {
namespace {

void run_comm_split(Probe& probe) {
  MPI_Comm half = MPI_COMM_NULL;
  const bool out = probe.rank() == 1;
  int rank = -1, size = -1, sum = 0;
  probe.step("MPI_Comm_split with one rank left out and the order turned round");
  mpi::check(MPI_Comm_split(MPI_COMM_WORLD, out ? MPI_UNDEFINED : 3, -probe.rank(), &half), "MPI_Comm_split");
  probe.expect((half == MPI_COMM_NULL) == out, "who is left out has a communicator, or who is not has none");
  if (half != MPI_COMM_NULL) {
    mpi::check(MPI_Comm_rank(half, &rank), "MPI_Comm_rank");
    mpi::check(MPI_Comm_size(half, &size), "MPI_Comm_size");
    probe.expect_equal(size, probe.size() - 1, "ranks of the new communicator");
    probe.expect_equal(rank, probe.is_first() ? size - 1 : probe.size() - 1 - probe.rank(), "rank by descending key");
    mpi::check(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half), "MPI_Allreduce");
    probe.expect_equal(sum, size * (size - 1) / 2, "sum of the new ranks");
    mpi::check(MPI_Comm_free(&half), "MPI_Comm_free");
  }
  // Equal keys: the order of the old ranks.
  mpi::check(MPI_Comm_split(MPI_COMM_WORLD, 0, 5, &half), "MPI_Comm_split");
  mpi::check(MPI_Comm_rank(half, &rank), "MPI_Comm_rank");
  probe.expect_equal(rank, probe.rank(), "rank with equal keys");
  mpi::check(MPI_Comm_free(&half), "MPI_Comm_free");
}

}  // namespace

extern const Case comm_split_case{
    .name = "comm_split",
    .ranks = 4,
    .takes_more = true,
    .help = "one rank left out by MPI_UNDEFINED, the others in descending order; equal keys",
    .standard = "ranks are ordered by key, then by old rank; the colour MPI_UNDEFINED gives MPI_COMM_NULL (MPI 3.1, 6.4.2)",
    .run = run_comm_split};

}  // namespace febem::check
