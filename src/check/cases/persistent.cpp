// Persistent and partitioned requests.
#include <algorithm>

#include "check/case.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

constexpr int persistent_rounds = 20;

/// Both ways at once.
void exchange_persistently(Probe& probe, int count) {
  std::vector<int> out(static_cast<std::size_t>(count)), in(out);
  MPI_Request requests[2];
  mpi::check(MPI_Send_init(out.data(), count, MPI_INT, probe.other(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Send_init");
  mpi::check(MPI_Recv_init(in.data(), count, MPI_INT, probe.other(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Recv_init");
  for (int round = 0; round < persistent_rounds; ++round) {
    const auto data = pattern(count, 10 * round + probe.rank());
    std::copy(data.begin(), data.end(), out.begin());
    mpi::check(MPI_Startall(2, requests), "MPI_Startall");
    mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
    expect_pattern(probe, in, 10 * round + probe.other(), "round " + std::to_string(round));
  }
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

/// One way: a persistent request on one side, MPI_Send or MPI_Recv on the other.
void one_way(Probe& probe, int count, bool persistent_send) {
  std::vector<int> data(static_cast<std::size_t>(count));
  const bool is_persistent = persistent_send == probe.is_first();
  MPI_Request request = MPI_REQUEST_NULL;
  if (is_persistent)
    mpi::check(probe.is_first() ? MPI_Send_init(data.data(), count, MPI_INT, 1, 2, MPI_COMM_WORLD, &request)
                                : MPI_Recv_init(data.data(), count, MPI_INT, 0, 2, MPI_COMM_WORLD, &request),
               "the making of the request");
  for (int round = 0; round < persistent_rounds; ++round) {
    if (probe.is_first()) {
      const auto next = pattern(count, round);
      std::copy(next.begin(), next.end(), data.begin());
    }
    if (is_persistent) {
      mpi::check(MPI_Start(&request), "MPI_Start");
      mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    } else if (probe.is_first()) {
      mpi::check(MPI_Send(data.data(), count, MPI_INT, 1, 2, MPI_COMM_WORLD), "MPI_Send");
    } else {
      mpi::check(MPI_Recv(data.data(), count, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    }
    if (!probe.is_first()) expect_pattern(probe, data, round, "one way, round " + std::to_string(round));
  }
  if (is_persistent) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void run_persistent(Probe& probe) {
  for (const int count : {1, 100, 100000}) {
    const auto length = " of " + std::to_string(count) + " integers";
    probe.step("persistent messages both ways" + length);
    exchange_persistently(probe, count);
    probe.step("persistent sends to MPI_Recv" + length);
    one_way(probe, count, true);
    probe.step("MPI_Send to persistent receives" + length);
    one_way(probe, count, false);
  }
}

void run_persistent_proc_null(Probe& probe) {
  double value = 2;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  probe.step("persistent requests with MPI_PROC_NULL");
  mpi::check(MPI_Send_init(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]), "MPI_Send_init");
  mpi::check(MPI_Recv_init(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[1]), "MPI_Recv_init");
  mpi::check(MPI_Startall(2, requests), "MPI_Startall");
  mpi::check(MPI_Waitall(2, requests, statuses), "MPI_Waitall");
  probe.expect_equal(statuses[1].MPI_SOURCE, MPI_PROC_NULL, "source");
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

#ifdef FEBEM_HAVE_PARTITIONED
constexpr int partitions = 8, of_each = 1000;

void send_partitions(Probe& probe, std::vector<int>& data) {
  MPI_Request requests[2];
  for (int to = 1; to <= 2; ++to)
    mpi::check(MPI_Psend_init(data.data(), partitions, of_each, MPI_INT, to, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[to - 1]), "MPI_Psend_init");
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
  mpi::check(MPI_Precv_init(data.data(), partitions, of_each, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "MPI_Precv_init");
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

constexpr int partition_length = 1000;

/// Opens, starts, completes and frees a request of one partition.
void transfer_partition(Probe& probe, std::vector<int>& data) {
  MPI_Request request;
  mpi::check(probe.is_first() ? MPI_Psend_init(data.data(), 1, partition_length, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request)
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
void run_partitioned(Probe&) { throw Unsupported(mpi::partitioned_unsupported_reason()); }
void run_partitioned_bystander(Probe&) { throw Unsupported(mpi::partitioned_unsupported_reason()); }
#endif

}  // namespace

// SimGrid SMPI 3.32: a started MPI_Send_init of a short message never completes.
extern const Case persistent_case{.name = "persistent",
                                  .help = "persistent sends and receives started twenty times, also with MPI_Recv and MPI_Send on the other side",
                                  .standard = "a persistent request may be started again when it has completed (MPI 3.1, 3.9)",
                                  .run = run_persistent};

// MPICH 3.4: MPI_Wait hangs, pmodels/mpich#5053.
extern const Case persistent_proc_null_case{
    .name = "persistent_proc_null",
    .ranks = 1,
    .help = "persistent requests with MPI_PROC_NULL complete",
    .standard = "MPI_PROC_NULL may stand wherever a source or destination does, also in persistent requests (MPI 3.1, 3.9 and 3.11)",
    .run = run_persistent_proc_null,
    .time_limit = 8};

// Partitioned sends to two neighbours hang in Open MPI 5: open-mpi/ompi#12969.
extern const Case partitioned_case{.name = "partitioned",
                                   .ranks = 3,
                                   .help = "partitioned sends to two ranks, partitions ready in reverse order",
                                   .standard = "partitions may be marked ready in any order (MPI 4.0, 4.2)",
                                   .run = run_partitioned};

// Open MPI 5.0 makes ready for partitioned requests by a collective operation within the first: ranks that open none leave the
// others waiting. Akin to open-mpi/ompi#12969.
extern const Case partitioned_bystander_case{
    .name = "partitioned_bystander",
    .ranks = 3,
    .help = "a partitioned transfer between two ranks while the third opens none",
    .standard = "the calls that open and start a partitioned transfer are local: they need no call by a third (MPI 4.0, 4.2, A.2)",
    .run = run_partitioned_bystander};

}  // namespace febem::check
