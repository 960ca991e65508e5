// MPICH 3 asserted or hung with more than one in flight: pmodels/mpich#1935, pmodels/mpich#2269.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_comm_idup(Probe& probe) {
  constexpr int count = 10;
  std::vector<MPI_Comm> comms(count, MPI_COMM_NULL);
  std::vector<MPI_Request> requests(count);
  probe.step("ten MPI_Comm_idup in flight");
  for (std::size_t i = 0; i < count; ++i)
    mpi::check(MPI_Comm_idup(MPI_COMM_WORLD, &comms[i], &requests[i]), "MPI_Comm_idup");
  mpi::check(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (auto& comm : comms) {
    int sum = 0;
    const int one = 1;
    mpi::check(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm), "MPI_Allreduce");
    probe.expect_equal(sum, probe.size(), "ranks of a duplicate");
    mpi::check(MPI_Comm_free(&comm), "MPI_Comm_free");
  }
}

}  // namespace

extern const Case comm_idup_case{
    .name = "comm_idup",
    .ranks = 3,
    .takes_more = true,
    .help = "ten nonblocking duplications at once",
    .standard =
        "MPI_Comm_idup is nonblocking; the new communicator may be used when its request has completed (MPI 3.1, 6.4.2)",
    .run = run_comm_idup};

}  // namespace febem::check
