#include "check/case.h"

namespace febem::check {
namespace {

void run_intercommunicator(Probe& probe) {
  const int side = probe.rank() % 2;
  MPI_Comm half, between, merged;
  probe.step("two groups joined by an intercommunicator");
  mpi::check(MPI_Comm_split(MPI_COMM_WORLD, side, probe.rank(), &half), "MPI_Comm_split");
  mpi::check(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 12, &between), "MPI_Intercomm_create");
  int is_inter = 0, others = 0, rank = 0;
  mpi::check(MPI_Comm_test_inter(between, &is_inter), "MPI_Comm_test_inter");
  mpi::check(MPI_Comm_remote_size(between, &others), "MPI_Comm_remote_size");
  mpi::check(MPI_Comm_rank(between, &rank), "MPI_Comm_rank");
  probe.expect(is_inter != 0, "MPI_Comm_test_inter is false");
  probe.expect_equal(others, side == 0 ? probe.size() / 2 : (probe.size() + 1) / 2, "ranks of the other group");
  // The root's group gives MPI_ROOT and MPI_PROC_NULL, the other the rank of the root.
  int value = probe.is_first() ? 31 : 0;
  probe.step("a broadcast from one group to the other");
  mpi::check(MPI_Bcast(&value, 1, MPI_INT, side == 1 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, between), "MPI_Bcast");
  if (side == 1) probe.expect_equal(value, 31, "what the other group broadcast");
  probe.step("the groups merged");
  mpi::check(MPI_Intercomm_merge(between, side, &merged), "MPI_Intercomm_merge");
  int new_rank = -1, new_size = 0;
  mpi::check(MPI_Comm_rank(merged, &new_rank), "MPI_Comm_rank");
  mpi::check(MPI_Comm_size(merged, &new_size), "MPI_Comm_size");
  probe.expect_equal(new_size, probe.size(), "ranks of the merged communicator");
  probe.expect((side == 0) == (new_rank < (probe.size() + 1) / 2), "the group with high = 0 does not come first");
  for (auto* comm : {&merged, &between, &half}) mpi::check(MPI_Comm_free(comm), "MPI_Comm_free");
}

}  // namespace

extern const Case intercommunicator_case{
    .name = "intercommunicator",
    .ranks = 4,
    .takes_more = true,
    .help = "two groups joined, a broadcast from one to the other, and their merging",
    .standard =
        "an intercommunicator joins two groups; the group that gave high = 0 comes first when merged (MPI 3.1, 6.6.2)",
    .run = run_intercommunicator};

}  // namespace febem::check
