// Partitioned sends to two neighbours hang in Open MPI 5: open-mpi/ompi#12969.
#include <algorithm>

#include "check/case.h"
#include "check/pattern.h"
#include "mpi/capabilities.h"

namespace febem::check {
namespace {

#ifdef FEBEM_HAVE_PARTITIONED
constexpr int partitions = 8, of_each = 1000;

void send_partitions(Probe& probe, std::vector<int>& data) {
  MPI_Request requests[2];
  for (int to = 1; to <= 2; ++to)
    mpi::check(MPI_Psend_init(data.data(), partitions, of_each, MPI_INT, to, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                              &requests[to - 1]),
               "MPI_Psend_init");
  for (int round = 0; round < 3; ++round) {
    probe.step("partitioned sends to two ranks, round " + std::to_string(round));
    const auto next = pattern(partitions * of_each, round);
    std::copy(next.begin(), next.end(), data.begin());
    mpi::check(MPI_Startall(2, requests), "MPI_Startall");
    for (int i = partitions - 1; i >= 0; --i)
      for (auto& request : requests) mpi::check(MPI_Pready(i, request), "MPI_Pready");
    mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void receive_partitions(Probe& probe, std::vector<int>& data) {
  MPI_Request request;
  mpi::check(MPI_Precv_init(data.data(), partitions, of_each, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request),
             "MPI_Precv_init");
  for (int round = 0; round < 3; ++round) {
    probe.step("a partitioned receive, round " + std::to_string(round));
    mpi::check(MPI_Start(&request), "MPI_Start");
    mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    expect_pattern(probe, data, round, "partitioned round " + std::to_string(round));
  }
  mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void run_partitioned(Probe& probe) {
  std::vector<int> data(static_cast<std::size_t>(partitions * of_each));
  probe.is_first() ? send_partitions(probe, data) : receive_partitions(probe, data);
}
#else
void run_partitioned(Probe&) { throw Unsupported(mpi::partitioned_unsupported_reason()); }
#endif

}  // namespace

extern const Case partitioned_case{.name = "partitioned",
                                   .ranks = 3,
                                   .help = "partitioned sends to two ranks, partitions ready in reverse order",
                                   .standard = "partitions may be marked ready in any order (MPI 4.0, 4.2)",
                                   .run = run_partitioned};

}  // namespace febem::check
