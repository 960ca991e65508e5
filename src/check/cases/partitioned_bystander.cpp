// Open MPI 5.0 makes ready for partitioned requests by a collective operation within the first: ranks that open none leave the
// others waiting. Akin to open-mpi/ompi#12969.
#include "check/case.h"
#include "check/pattern.h"
#include "mpi/capabilities.h"

namespace febem::check {
namespace {

#ifdef FEBEM_HAVE_PARTITIONED
constexpr int partition_length = 1000;

/// Opens, starts, completes and frees a request of one partition.
void transfer_partition(Probe& probe, std::vector<int>& data) {
  MPI_Request request;
  mpi::check(probe.is_first()
                 ? MPI_Psend_init(data.data(), 1, partition_length, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request)
                 : MPI_Precv_init(data.data(), 1, partition_length, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request),
             "the making of the request");
  mpi::check(MPI_Start(&request), "MPI_Start");
  if (probe.is_first()) mpi::check(MPI_Pready(0, request), "MPI_Pready");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void run_partitioned_bystander(Probe& probe) {
  auto data = probe.is_first() ? pattern(partition_length, 7) : std::vector<int>(partition_length);
  if (probe.rank() < 2) {
    probe.step("a partitioned transfer between two ranks, the third waiting for a message");
    transfer_partition(probe, data);
    if (probe.rank() == 1) expect_pattern(probe, data, 7, "the transfer");
  }
  int done = 1;
  if (probe.rank() == 1) mpi::check(MPI_Send(&done, 1, MPI_INT, 2, 2, MPI_COMM_WORLD), "MPI_Send");
  if (probe.rank() == 2) mpi::check(MPI_Recv(&done, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}
#else
void run_partitioned_bystander(Probe&) { throw Unsupported(mpi::partitioned_unsupported_reason()); }
#endif

}  // namespace

extern const Case partitioned_bystander_case{
    .name = "partitioned_bystander",
    .ranks = 3,
    .help = "a partitioned transfer between two ranks while the third opens none",
    .standard = "the calls that open and start a partitioned transfer are local: they need no call by a third (MPI 4.0, 4.2, A.2)",
    .run = run_partitioned_bystander};

}  // namespace febem::check
