// Nonblocking collective operations.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int collective_length = 20000, pairs = 8;

/// Sums and broadcasts all in flight on one communicator, completed in an order of each rank's own.
void on_one(Probe& probe) {
  std::vector<std::vector<int>> broadcast, sums(pairs, std::vector<int>(collective_length)),
      mine(pairs, std::vector<int>(collective_length, probe.rank() + 1));
  std::vector<MPI_Request> requests(2 * pairs);
  for (int i = 0; i < pairs; ++i)
    broadcast.push_back(i % probe.size() == probe.rank() ? pattern(collective_length, i) : std::vector<int>(collective_length, -1));
  for (std::size_t i = 0; i < pairs; ++i) {
    const int root = static_cast<int>(i) % probe.size();
    mpi::check(MPI_Ibcast(broadcast[i].data(), collective_length, MPI_INT, root, MPI_COMM_WORLD, &requests[2 * i]), "MPI_Ibcast");
    mpi::check(MPI_Iallreduce(mine[i].data(), sums[i].data(), collective_length, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2 * i + 1]),
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
  for (int which = 0; which < 2; ++which) expect_pattern(probe, data[which], which, "broadcast on a communicator of its own");
  for (auto& comm : comms) mpi::check(MPI_Comm_free(&comm), "MPI_Comm_free");
}

void run_nonblocking_collectives(Probe& probe) {
  probe.step("sixteen nonblocking collectives on one communicator");
  on_one(probe);
  probe.step("nonblocking collectives on two communicators, started in different orders");
  on_two(probe);
}

void run_nonblocking_types(Probe& probe) {
  constexpr int count = 3000;
  MPI_Datatype pair;
  mpi::check(MPI_Type_contiguous(2, MPI_INT, &pair), "MPI_Type_contiguous");
  mpi::check(MPI_Type_commit(&pair), "MPI_Type_commit");
  const bool by_pairs = probe.rank() % 2 == 0;
  auto data = probe.is_first() ? pattern(count, 8) : std::vector<int>(count, -1);
  MPI_Request request;
  probe.step("MPI_Ibcast with types of different form");
  mpi::check(MPI_Ibcast(data.data(), by_pairs ? count / 2 : count, by_pairs ? pair : MPI_INT, 0, MPI_COMM_WORLD, &request), "MPI_Ibcast");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  expect_pattern(probe, data, 8, "MPI_Ibcast");
  std::vector<int> all(static_cast<std::size_t>(count * probe.size()));
  const auto mine = pattern(count, probe.rank());
  probe.step("MPI_Iallgather with types of different form");
  mpi::check(
      MPI_Iallgather(mine.data(), count, MPI_INT, all.data(), by_pairs ? count / 2 : count, by_pairs ? pair : MPI_INT, MPI_COMM_WORLD, &request),
      "MPI_Iallgather");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  for (int rank = 0; rank < probe.size(); ++rank)
    expect_pattern(probe, {all.begin() + rank * count, all.begin() + (rank + 1) * count}, rank, "MPI_Iallgather");
  mpi::check(MPI_Type_free(&pair), "MPI_Type_free");
}

void run_consensus_barrier(Probe& probe) {
  const int to[2] = {(probe.rank() + 1) % probe.size(), (probe.rank() + 2) % probe.size()};
  std::vector<MPI_Request> sends(2);
  for (int i = 0; i < 2; ++i) mpi::check(MPI_Issend(&to[i], 1, MPI_INT, to[i], 1, MPI_COMM_WORLD, &sends[static_cast<std::size_t>(i)]), "MPI_Issend");
  int received = 0, sent = 0, over = 0;
  MPI_Request barrier = MPI_REQUEST_NULL;
  probe.step("sparse exchange with MPI_Ibarrier");
  while (over == 0) {
    int there = 0;
    MPI_Status status;
    mpi::check(MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, &status), "MPI_Iprobe");
    if (there != 0) {
      int value = -1;
      mpi::check(MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      probe.expect_equal(value, probe.rank(), "message");
      ++received;
    }
    if (barrier != MPI_REQUEST_NULL) {
      mpi::check(MPI_Test(&barrier, &over, MPI_STATUS_IGNORE), "MPI_Test");
    } else {
      mpi::check(MPI_Testall(2, sends.data(), &sent, MPI_STATUSES_IGNORE), "MPI_Testall");
      if (sent != 0) mpi::check(MPI_Ibarrier(MPI_COMM_WORLD, &barrier), "MPI_Ibarrier");
    }
  }
  probe.expect_equal(received, 2, "messages received before the barrier was over");
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

// Open MPI 2: MPI_Ibcast and MPI_Iallgather failed when the types of the ranks differ in form: open-mpi/ompi#2256.
extern const Case nonblocking_types_case{.name = "nonblocking_types",
                                         .ranks = 5,
                                         .takes_more = true,
                                         .help = "MPI_Ibcast and MPI_Iallgather in which some ranks say n pairs and others 2n integers",
                                         .standard = "the type signatures must agree, the type maps may differ (MPI 3.1, 5.4, 5.7 and 5.12)",
                                         .run = run_nonblocking_types};

// Who receives how much is not known: everybody synchronously sends, and enters a nonblocking barrier when its sends are
// done.
extern const Case consensus_barrier_case{.name = "consensus_barrier",
                                         .ranks = 3,
                                         .takes_more = true,
                                         .help = "an exchange with unknown partners, whose end a nonblocking barrier tells",
                                         .standard =
                                             "MPI_Ibarrier completes when all have called it; a synchronous send, when it "
                                             "is being received (MPI 3.1, 5.12.1, 3.4)",
                                         .run = run_consensus_barrier};

}  // namespace febem::check
