#include "check/case.h"

namespace febem::check {
namespace {

void in_pairs(Probe& probe) {
  MPI_Status status;
  int count = -1;
  if (probe.is_first()) {
    mpi::check(MPI_Send(nullptr, 0, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD), "MPI_Send");
    mpi::check(MPI_Ssend(nullptr, 0, MPI_DOUBLE, 1, 6, MPI_COMM_WORLD), "MPI_Ssend");
    return;
  }
  mpi::check(MPI_Recv(nullptr, 0, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status), "MPI_Recv");
  mpi::check(MPI_Get_count(&status, MPI_DOUBLE, &count), "MPI_Get_count");
  probe.expect_equal(count, 0, "elements of an empty message");
  probe.expect_equal(status.MPI_TAG, 5, "its tag");
  double untouched = 3;
  mpi::check(MPI_Recv(&untouched, 1, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD, &status), "MPI_Recv");
  probe.expect_equal(untouched, 3.0, "a buffer longer than the empty message");
}

void in_collectives(Probe& probe) {
  double value = 4;
  mpi::check(MPI_Bcast(&value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD), "MPI_Bcast");
  mpi::check(MPI_Allreduce(nullptr, &value, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  mpi::check(MPI_Gather(nullptr, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD), "MPI_Gather");
  mpi::check(MPI_Alltoall(nullptr, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, MPI_COMM_WORLD), "MPI_Alltoall");
  probe.expect_equal(value, 4.0, "what a collective on nothing leaves");
}

void run_zero_length(Probe& probe) {
  probe.step("empty messages");
  in_pairs(probe);
  probe.step("collectives on nothing");
  in_collectives(probe);
}

}  // namespace

extern const Case zero_length_case{
    .name = "zero_length",
    .help = "empty messages and collectives on nothing, with null buffers",
    .standard = "the count may be zero, in which case the data part of the message is empty (MPI 3.1, 3.2.2)",
    .run = run_zero_length};

}  // namespace febem::check
