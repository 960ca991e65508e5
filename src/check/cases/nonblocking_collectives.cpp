#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

constexpr int collective_length = 20000, pairs = 8;

/// Sums and broadcasts all in flight on one communicator, completed in an order of each rank's own.
void on_one(Probe& probe) {
  std::vector<std::vector<int>> broadcast, sums(pairs, std::vector<int>(collective_length)),
      mine(pairs, std::vector<int>(collective_length, probe.rank() + 1));
  std::vector<MPI_Request> requests(2 * pairs);
  for (int i = 0; i < pairs; ++i)
    broadcast.push_back(i % probe.size() == probe.rank() ? pattern(collective_length, i)
                                                         : std::vector<int>(collective_length, -1));
  for (std::size_t i = 0; i < pairs; ++i) {
    const int root = static_cast<int>(i) % probe.size();
    mpi::check(MPI_Ibcast(broadcast[i].data(), collective_length, MPI_INT, root, MPI_COMM_WORLD, &requests[2 * i]),
               "MPI_Ibcast");
    mpi::check(MPI_Iallreduce(mine[i].data(), sums[i].data(), collective_length, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                              &requests[2 * i + 1]),
               "MPI_Iallreduce");
  }
  for (int i = 0; i < 2 * pairs; ++i) {
    const int place = probe.rank() % 2 == 0 ? i : 2 * pairs - 1 - i;
    mpi::check(MPI_Wait(&requests[static_cast<std::size_t>(place)], MPI_STATUS_IGNORE), "MPI_Wait");
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    expect_pattern(probe, broadcast[i], static_cast<int>(i), "broadcast " + std::to_string(i));
    for (const int sum : sums[i]) probe.expect_equal(sum, probe.size() * (probe.size() + 1) / 2, "sum " + std::to_string(i));
  }
}

/// Started in a different order on different communicators.
void on_two(Probe& probe) {
  MPI_Comm comms[2];
  MPI_Request requests[2];
  std::vector<int> data[2];
  for (auto& comm : comms) mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &comm), "MPI_Comm_dup");
  for (int i = 0; i < 2; ++i) {
    const int which = (i + probe.rank()) % 2;
    data[which] = probe.is_first() ? pattern(collective_length, which) : std::vector<int>(collective_length, -1);
    mpi::check(MPI_Ibcast(data[which].data(), collective_length, MPI_INT, 0, comms[which], &requests[which]), "MPI_Ibcast");
  }
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (int which = 0; which < 2; ++which)
    expect_pattern(probe, data[which], which, "broadcast on a communicator of its own");
  for (auto& comm : comms) mpi::check(MPI_Comm_free(&comm), "MPI_Comm_free");
}

void run_nonblocking_collectives(Probe& probe) {
  probe.step("sixteen nonblocking collectives on one communicator");
  on_one(probe);
  probe.step("nonblocking collectives on two communicators, started in different orders");
  on_two(probe);
}

}  // namespace

extern const Case nonblocking_collectives_case{
    .name = "nonblocking_collectives",
    .ranks = 3,
    .takes_more = true,
    .help = "many nonblocking collectives in flight, completed in different orders; on two communicators also started so",
    .standard =
        "any number may be outstanding on one communicator, and those of different communicators are independent (MPI 3.1, "
        "5.12)",
    .run = run_nonblocking_collectives};

}  // namespace febem::check
