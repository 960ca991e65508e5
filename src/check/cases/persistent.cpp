// SimGrid SMPI 3.32: a started MPI_Send_init of a short message never completes.
#include <algorithm>

#include "check/case.h"
#include "check/pattern.h"

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

}  // namespace

extern const Case persistent_case{
    .name = "persistent",
    .help = "persistent sends and receives started twenty times, also with MPI_Recv and MPI_Send on the other side",
    .standard = "a persistent request may be started again when it has completed (MPI 3.1, 3.9)",
    .run = run_persistent};

}  // namespace febem::check
