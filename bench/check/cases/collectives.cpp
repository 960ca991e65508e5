// Collective operations that move data, blocking and nonblocking.
#include <algorithm>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"

namespace febem::check {
namespace {

void broadcast_from(Probe& probe, int count, int root) {
  auto data = probe.rank() == root ? pattern(count, root) : std::vector<int>(count, -1);
  broadcast(data, root);
  expect_pattern(probe, data, root, "broadcast from rank ", root);
}

void run_bcast_lengths(Probe& probe) {
  for (const int power : {0, 3, 8, 10, 12, 14, 16, 18, 20})
    for (const int more : {-1, 0, 1, 37}) {
      const int count = (1 << power) + more;
      probe.step("MPI_Bcast of ", count, " integers");
      for (int root = 0; root < probe.size(); ++root) broadcast_from(probe, count, root);
    }
}

void gather_in_place(Probe& probe, int root) {
  const int each = 50;
  std::vector<int> all(each * probe.size(), -1);
  const auto mine = pattern(each, probe.rank());
  if (probe.rank() != root) {
    MUST(MPI_Gather(mine.data(), each, MPI_INT, nullptr, 0, MPI_INT, root, MPI_COMM_WORLD));
    return;
  }
  std::copy(mine.begin(), mine.end(), all.begin() + each * root);
  MUST(MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all.data(), each, MPI_INT, root, MPI_COMM_WORLD));
  for (int rank = 0; rank < probe.size(); ++rank)
    expect_pattern(probe, {all.begin() + each * rank, all.begin() + each * (rank + 1)}, rank,
        "MPI_Gather in place");
}

void run_in_place_collectives(Probe& probe) {
  probe.step("MPI_Allreduce in place");
  std::vector<int> sum(1000, probe.rank() + 1), values;
  MUST(MPI_Allreduce(MPI_IN_PLACE, sum.data(), 1000, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  for (const int value : sum)
    probe.expect_equal(value, probe.size() * (probe.size() + 1) / 2, "MPI_Allreduce in place");
  for (int root = 0; root < probe.size(); ++root) {
    probe.step("MPI_Gather in place at rank ", root);
    gather_in_place(probe, root);
  }
  probe.step("MPI_Alltoall in place");
  for (int to = 0; to < probe.size(); ++to) values.push_back(100 * probe.rank() + to);
  MUST(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, values.data(), 1, MPI_INT, MPI_COMM_WORLD));
  for (int from = 0; from < probe.size(); ++from)
    probe.expect_equal(values[from], 100 * from + probe.rank(), "MPI_Alltoall in place");
  probe.step("MPI_Scan in place");
  int value = probe.rank() + 1;
  MUST(MPI_Scan(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  probe.expect_equal(value, (probe.rank() + 1) * (probe.rank() + 2) / 2, "MPI_Scan in place");
}

/// Elements of a rank: none of every third.
int gathered_length(int rank) { return rank % 3 == 1 ? 0 : 100 * rank + 5; }

void run_gatherv_scatterv(Probe& probe) {
  std::vector<int> lengths, places;
  int all = 0;
  for (int rank = 0; rank < probe.size(); ++rank) {
    lengths.push_back(gathered_length(rank));
    places.push_back(all + 3 * rank);  // with gaps
    all += gathered_length(rank);
  }
  const auto mine = pattern(gathered_length(probe.rank()), probe.rank());
  for (int root = 0; root < probe.size(); ++root) {
    std::vector<int> gathered(all + 3 * probe.size(), -1), back(mine.size(), -1);
    probe.step("MPI_Gatherv and MPI_Scatterv at rank ", root);
    MUST(MPI_Gatherv(mine.data(), gathered_length(probe.rank()), MPI_INT, gathered.data(),
        lengths.data(), places.data(), MPI_INT, root, MPI_COMM_WORLD));
    for (int rank = 0; rank < probe.size() && probe.rank() == root; ++rank) {
      const auto begin = gathered.begin() + places[rank];
      expect_pattern(
          probe, {begin, begin + gathered_length(rank)}, rank, "what rank ", rank, " gave");
      probe.expect_equal(*(begin + gathered_length(rank)), -1, "the gap behind it");
    }
    MUST(MPI_Scatterv(gathered.data(), lengths.data(), places.data(), MPI_INT, back.data(),
        gathered_length(probe.rank()), MPI_INT, root, MPI_COMM_WORLD));
    expect_pattern(probe, back, probe.rank(), "what comes back from rank ", root);
  }
}

/// The number of values that `from` sends to `to`: none to itself and to the next.
int alltoallv_length(int from, int to, int size) {
  return to == from || to == (from + 1) % size ? 0 : 50 * from + to + 1;
}

void run_alltoallv_zero(Probe& probe) {
  const int size = probe.size();
  std::vector<int> out, out_lengths, out_places, in_lengths, in_places;
  int all = 0;
  for (int rank = 0; rank < size; ++rank) {
    out_places.push_back(static_cast<int>(out.size()));
    out_lengths.push_back(alltoallv_length(probe.rank(), rank, size));
    const auto part = pattern(out_lengths.back(), 10 * probe.rank() + rank);
    out.insert(out.end(), part.begin(), part.end());
    in_places.push_back(all);
    in_lengths.push_back(alltoallv_length(rank, probe.rank(), size));
    all += in_lengths.back();
  }
  std::vector<int> in(all, -1);
  probe.step("MPI_Alltoallv with many empty messages");
  MUST(MPI_Alltoallv(out.data(), out_lengths.data(), out_places.data(), MPI_INT, in.data(),
      in_lengths.data(), in_places.data(), MPI_INT, MPI_COMM_WORLD));
  for (int rank = 0; rank < size; ++rank) {
    const auto begin = in.begin() + in_places[rank];
    expect_pattern(
        probe, {begin, begin + in_lengths[rank]}, 10 * rank + probe.rank(), "from rank ", rank);
  }
  const std::vector<int> nothing(size, 0);
  probe.step("MPI_Alltoallv of nothing at all");
  int unused_out = 0, unused_in = 0;
  MUST(MPI_Alltoallv(&unused_out, nothing.data(), nothing.data(), MPI_INT, &unused_in,
      nothing.data(), nothing.data(), MPI_INT, MPI_COMM_WORLD));
}

void run_neighbour_exchange(Probe& probe) {
  const int size = probe.size(), periodic = 1;
  MPI_Comm ring;
  MUST(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring));
  std::vector<int> out(200), in(200, -1);
  for (int i = 0; i < 100; ++i) {
    out[i] = 1000 * probe.rank() + i;         // to the left
    out[100 + i] = -1000 * probe.rank() - i;  // to the right
  }
  probe.step("MPI_Neighbor_alltoall on a periodic ring");
  MUST(MPI_Neighbor_alltoall(out.data(), 100, MPI_INT, in.data(), 100, MPI_INT, ring));
  for (int i = 0; i < 100; ++i) {
    probe.expect_equal(in[i], -1000 * probe.left() - i, "from the left, element ", i);
    probe.expect_equal(in[100 + i], 1000 * probe.right() + i, "from the right, element ", i);
  }
  MUST(MPI_Comm_free(&ring));
}

constexpr int collective_length = 20000, pairs = 8;

/// Sums and broadcasts all in flight on one communicator, completed in an order of each rank's own.
void on_one(Probe& probe) {
  std::vector<std::vector<int>> parts, sums(pairs, std::vector<int>(collective_length)),
      mine(pairs, std::vector<int>(collective_length, probe.rank() + 1));
  std::vector<MPI_Request> requests(2 * pairs);
  for (int i = 0; i < pairs; ++i)
    parts.push_back(i % probe.size() == probe.rank() ? pattern(collective_length, i)
                                                     : std::vector<int>(collective_length, -1));
  for (std::size_t i = 0; i < pairs; ++i) {
    const int root = static_cast<int>(i) % probe.size();
    MUST(MPI_Ibcast(
        parts[i].data(), collective_length, MPI_INT, root, MPI_COMM_WORLD, &requests[2 * i]));
    MUST(MPI_Iallreduce(mine[i].data(), sums[i].data(), collective_length, MPI_INT, MPI_SUM,
        MPI_COMM_WORLD, &requests[2 * i + 1]));
  }
  for (int i = 0; i < 2 * pairs; ++i) {
    wait(requests[probe.rank() % 2 == 0 ? i : 2 * pairs - 1 - i]);
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    expect_pattern(probe, parts[i], static_cast<int>(i), "broadcast ", i);
    for (const int sum : sums[i])
      probe.expect_equal(sum, probe.size() * (probe.size() + 1) / 2, "sum ", i);
  }
}

/// Started in a different order on different communicators.
void on_two(Probe& probe) {
  MPI_Comm comms[2];
  MPI_Request requests[2];
  std::vector<int> data[2];
  for (auto& comm : comms) comm = duplicate(MPI_COMM_WORLD);
  for (int i = 0; i < 2; ++i) {
    const int which = (i + probe.rank()) % 2;
    data[which] = probe.is_first() ? pattern(collective_length, which)
                                   : std::vector<int>(collective_length, -1);
    MUST(MPI_Ibcast(
        data[which].data(), collective_length, MPI_INT, 0, comms[which], &requests[which]));
  }
  wait_all(requests);
  for (int which = 0; which < 2; ++which)
    expect_pattern(probe, data[which], which, "broadcast on a communicator of its own");
  for (auto& comm : comms) MUST(MPI_Comm_free(&comm));
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
  MUST(MPI_Type_contiguous(2, MPI_INT, &pair));
  MUST(MPI_Type_commit(&pair));
  const bool by_pairs = probe.rank() % 2 == 0;
  auto data = probe.is_first() ? pattern(count, 8) : std::vector<int>(count, -1);
  MPI_Request request;
  probe.step("MPI_Ibcast with types of different form");
  MUST(MPI_Ibcast(data.data(), by_pairs ? count / 2 : count, by_pairs ? pair : MPI_INT, 0,
      MPI_COMM_WORLD, &request));
  wait(request);
  expect_pattern(probe, data, 8, "MPI_Ibcast");
  std::vector<int> all(count * probe.size());
  const auto mine = pattern(count, probe.rank());
  probe.step("MPI_Iallgather with types of different form");
  MUST(MPI_Iallgather(mine.data(), count, MPI_INT, all.data(), by_pairs ? count / 2 : count,
      by_pairs ? pair : MPI_INT, MPI_COMM_WORLD, &request));
  wait(request);
  for (int rank = 0; rank < probe.size(); ++rank)
    expect_pattern(probe, {all.begin() + rank * count, all.begin() + (rank + 1) * count}, rank,
        "MPI_Iallgather");
  MUST(MPI_Type_free(&pair));
}

void run_consensus_barrier(Probe& probe) {
  const int to[2] = {probe.right(), (probe.rank() + 2) % probe.size()};
  MPI_Request sends[2] = {issend(to[0], to[0], 1), issend(to[1], to[1], 1)};
  int received = 0, sent = 0, over = 0;
  MPI_Request joined = MPI_REQUEST_NULL;
  probe.step("sparse exchange with MPI_Ibarrier");
  while (over == 0) {
    int there = 0;
    MPI_Status status;
    MUST(MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, &status));
    if (there != 0) {
      int value = -1;
      receive(value, status.MPI_SOURCE, 1);
      probe.expect_equal(value, probe.rank(), "message");
      ++received;
    }
    if (joined != MPI_REQUEST_NULL) {
      MUST(MPI_Test(&joined, &over, MPI_STATUS_IGNORE));
    } else {
      MUST(MPI_Testall(2, sends, &sent, MPI_STATUSES_IGNORE));
      if (sent != 0) MUST(MPI_Ibarrier(MPI_COMM_WORLD, &joined));
    }
  }
  probe.expect_equal(received, 2, "messages received before the barrier was over");
}

}  // namespace

std::vector<Case> collectives_cases() {
  return {
      // SimGrid's flattree_pipeline loses the tail of a message. Lengths on both sides of what a
      // library may cut at, and every root.
      {"bcast_lengths", legal, at_least(3), run_bcast_lengths,
          "broadcasts from every root, 1 to 1 048 613 integers, around powers of two",
          "on return the contents of the root's buffer are those of all", "5.4", 40},
      {"in_place_collectives", legal, at_least(3), run_in_place_collectives,
          "MPI_IN_PLACE in MPI_Allreduce, MPI_Gather at every root, MPI_Alltoall and MPI_Scan",
          "MPI_IN_PLACE in place of the send buffer takes the data from the receive buffer",
          "5.5, 5.8, 5.9.6, 5.11.1"},
      {"gatherv_scatterv", legal, at_least(4), run_gatherv_scatterv,
          "different lengths, some zero, with gaps between them, gathered and scattered at every "
          "root",
          "counts may differ between processes, and places be in any order without overlap",
          "5.5 and 5.6"},
      {"alltoallv_zero", legal, at_least(4), run_alltoallv_zero,
          "MPI_Alltoallv in which some send nothing to some, and one in which nobody sends "
          "anything",
          "each process has a count for every other, which may be zero", "5.8"},
      {"neighbour_exchange", legal, at_least(3), run_neighbour_exchange,
          "an exchange with both neighbours on a ring, also where they are one process",
          "neighbours of a Cartesian topology are taken in order of dimension, negative direction "
          "first",
          "7.6"},
      {"nonblocking_collectives", legal, at_least(3), run_nonblocking_collectives,
          "many nonblocking collectives in flight, completed in different orders; on two "
          "communicators also started so",
          "any number may be outstanding on one communicator, and those of different communicators "
          "are independent",
          "5.12"},
      // Open MPI 2: MPI_Ibcast and MPI_Iallgather failed when the types of the ranks differ in
      // form: open-mpi/ompi#2256.
      {"nonblocking_types", legal, at_least(5), run_nonblocking_types,
          "MPI_Ibcast and MPI_Iallgather in which some ranks say n pairs and others 2n integers",
          "the type signatures must agree, the type maps may differ", "5.4, 5.7 and 5.12"},
      // Who receives how much is not known: everybody synchronously sends, and enters a nonblocking
      // barrier when its sends are done.
      {"consensus_barrier", legal, at_least(3), run_consensus_barrier,
          "an exchange with unknown partners, whose end a nonblocking barrier tells",
          "MPI_Ibarrier completes when all have called it; a synchronous send, when it is being "
          "received",
          "5.12.1, 3.4"},
  };
}

}  // namespace febem::check
