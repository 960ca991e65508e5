// Collective operations that move data, blocking and nonblocking.
#include "bench/check/cases/case.h"

// SimGrid's flattree_pipeline loses the tail of a message. Lengths on both sides of what a library
// may cut at, and every root.
CASE(bcast_lengths, legal, at_least(3),
    "broadcasts from every root, 1 to 1 048 613 integers, around powers of two",
    "on return the contents of the root's buffer are those of all", "5.4", 40) {
  const int powers[9] = {0, 3, 8, 10, 12, 14, 16, 18, 20}, more[4] = {-1, 0, 1, 37};
  int* data = NEW(int, (1 << 20) + 37);
  for (int i = 0; i < 36; ++i) {
    const int count = (1 << powers[i / 4]) + more[i % 4];
    STEP("MPI_Bcast of %d integers", count);
    for (int root = 0; root < size(); ++root) {
      fill(data, count, rank() == root ? root : 999);
      MUST(MPI_Bcast(data, count, MPI_INT, root, MPI_COMM_WORLD));
      EXPECT_PATTERN(data, count, root, "broadcast from rank %d", root);
    }
  }
  free(data);
}

static void gather_in_place(int root) {
  const int each = 50;
  int *mine = fill(NEW(int, each), each, rank()), *all = NEW(int, each*size());
  if (rank() != root) {
    MUST(MPI_Gather(mine, each, MPI_INT, NULL, 0, MPI_INT, root, MPI_COMM_WORLD));
  } else {
    fill(all + each * root, each, root);
    MUST(MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all, each, MPI_INT, root, MPI_COMM_WORLD));
    for (int i = 0; i < size(); ++i) EXPECT_PATTERN(all + each * i, each, i, "MPI_Gather in place");
  }
  free(mine);
  free(all);
}

CASE(in_place_collectives, legal, at_least(3),
    "MPI_IN_PLACE in MPI_Allreduce, MPI_Gather at every root, MPI_Alltoall and MPI_Scan",
    "MPI_IN_PLACE in place of the send buffer takes the data from the receive buffer",
    "5.5, 5.8, 5.9.6, 5.11.1") {
  int *sums = NEW(int, 1000), *values = NEW(int, size()), value = rank() + 1;
  STEP("MPI_Allreduce in place");
  for (int i = 0; i < 1000; ++i) sums[i] = rank() + 1;
  MUST(MPI_Allreduce(MPI_IN_PLACE, sums, 1000, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQUAL(sums[i], size() * (size() + 1) / 2, "MPI_Allreduce in place");
  for (int root = 0; root < size(); ++root) {
    STEP("MPI_Gather in place at rank %d", root);
    gather_in_place(root);
  }
  STEP("MPI_Alltoall in place");
  for (int to = 0; to < size(); ++to) values[to] = 100 * rank() + to;
  MUST(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, values, 1, MPI_INT, MPI_COMM_WORLD));
  for (int from = 0; from < size(); ++from)
    EXPECT_EQUAL(values[from], 100 * from + rank(), "MPI_Alltoall in place");
  STEP("MPI_Scan in place");
  MUST(MPI_Scan(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQUAL(value, (rank() + 1) * (rank() + 2) / 2, "MPI_Scan in place");
  free(sums);
  free(values);
}

// Elements of a rank: none of every third.
static int gathered_length(int from) { return from % 3 == 1 ? 0 : 100 * from + 5; }

CASE(gatherv_scatterv, legal, at_least(4),
    "different lengths, some zero, with gaps between them, gathered and scattered at every root",
    "counts may differ between processes, and places be in any order without overlap",
    "5.5 and 5.6") {
  int *lengths = NEW(int, size()), *places = NEW(int, size()), all = 0;
  for (int i = 0; i < size(); ++i) {
    lengths[i] = gathered_length(i);
    places[i] = all;
    all += lengths[i] + 3;  // a gap
  }
  const int own = lengths[rank()];
  int *mine = fill(NEW(int, own), own, rank()), *gathered = NEW(int, all), *back = NEW(int, own);
  for (int root = 0; root < size(); ++root) {
    STEP("MPI_Gatherv and MPI_Scatterv at rank %d", root);
    memset(gathered, -1, all * sizeof(int));
    memset(back, -1, own * sizeof(int));
    MUST(MPI_Gatherv(mine, own, MPI_INT, gathered, lengths, places, MPI_INT, root, MPI_COMM_WORLD));
    for (int i = 0; i < size() && rank() == root; ++i) {
      EXPECT_PATTERN(gathered + places[i], lengths[i], i, "what rank %d gave", i);
      EXPECT_EQUAL(gathered[places[i] + lengths[i]], -1, "the gap behind it");
    }
    MUST(
        MPI_Scatterv(gathered, lengths, places, MPI_INT, back, own, MPI_INT, root, MPI_COMM_WORLD));
    EXPECT_PATTERN(back, own, rank(), "what comes back from rank %d", root);
  }
  free(lengths);
  free(places);
  free(mine);
  free(gathered);
  free(back);
}

// Numbers that `from` sends to `to`: none to itself and to the next.
static int alltoallv_length(int from, int to) {
  return to == from || to == (from + 1) % size() ? 0 : 50 * from + to + 1;
}

CASE(alltoallv_zero, legal, at_least(4),
    "MPI_Alltoallv in which some send nothing to some, and one in which nobody sends anything",
    "each process has a count for every other, which may be zero", "5.8") {
  const int n = size();
  int *out_lengths = NEW(int, n), *out_places = NEW(int, n), out_all = 0, unused[2] = {0};
  int *in_lengths = NEW(int, n), *in_places = NEW(int, n), in_all = 0, *nothing = NEW(int, n);
  for (int i = 0; i < n; ++i) {
    out_places[i] = out_all;
    out_all += out_lengths[i] = alltoallv_length(rank(), i);
    in_places[i] = in_all;
    in_all += in_lengths[i] = alltoallv_length(i, rank());
  }
  int *out = NEW(int, out_all), *in = NEW(int, in_all);
  for (int i = 0; i < n; ++i) fill(out + out_places[i], out_lengths[i], 10 * rank() + i);
  STEP("MPI_Alltoallv with many empty messages");
  MUST(MPI_Alltoallv(
      out, out_lengths, out_places, MPI_INT, in, in_lengths, in_places, MPI_INT, MPI_COMM_WORLD));
  for (int i = 0; i < n; ++i)
    EXPECT_PATTERN(in + in_places[i], in_lengths[i], 10 * i + rank(), "from rank %d", i);
  STEP("MPI_Alltoallv of nothing at all");
  MUST(MPI_Alltoallv(&unused[0], nothing, nothing, MPI_INT, &unused[1], nothing, nothing, MPI_INT,
      MPI_COMM_WORLD));
  free(out_lengths);
  free(out_places);
  free(in_lengths);
  free(in_places);
  free(nothing);
  free(out);
  free(in);
}

CASE(neighbour_exchange, legal, at_least(3),
    "an exchange with both neighbours on a ring, also where they are one process",
    "neighbours of a Cartesian topology are taken in order of dimension, negative direction first",
    "7.6", 20, Special::none, "3.1", "3.0") {
  const int ranks = size(), periodic = 1;
  int out[200], in[200] = {0};
  MPI_Comm ring;
  MUST(MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &ring));
  for (int i = 0; i < 100; ++i) {
    out[i] = 1000 * rank() + i;         // to the left
    out[100 + i] = -1000 * rank() - i;  // to the right
  }
  STEP("MPI_Neighbor_alltoall on a periodic ring");
  MUST(MPI_Neighbor_alltoall(out, 100, MPI_INT, in, 100, MPI_INT, ring));
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQUAL(in[i], -1000 * left() - i, "from the left, element %d", i);
    EXPECT_EQUAL(in[100 + i], 1000 * right() + i, "from the right, element %d", i);
  }
  MUST(MPI_Comm_free(&ring));
}

enum { pairs = 8, length = 20000 };

// Sums and broadcasts all in flight on one communicator, completed in an order of each rank's own.
static void complete_in_own_order(void) {
  int *parts = NEW(int, pairs*length), *sums = NEW(int, pairs*length), *mine = NEW(int, length);
  MPI_Request requests[2 * pairs];
  for (int i = 0; i < length; ++i) mine[i] = rank() + 1;
  for (int i = 0; i < pairs; ++i) {
    const int root = i % size();
    fill(parts + i * length, length, rank() == root ? i : 999);
    MUST(MPI_Ibcast(parts + i * length, length, MPI_INT, root, MPI_COMM_WORLD, &requests[2 * i]));
    MUST(MPI_Iallreduce(
        mine, sums + i * length, length, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2 * i + 1]));
  }
  for (int i = 0; i < 2 * pairs; ++i)
    MUST(MPI_Wait(&requests[rank() % 2 == 0 ? i : 2 * pairs - 1 - i], MPI_STATUS_IGNORE));
  for (int i = 0; i < pairs; ++i) EXPECT_PATTERN(parts + i * length, length, i, "broadcast %d", i);
  for (int i = 0; i < pairs * length; ++i)
    EXPECT_EQUAL(sums[i], size() * (size() + 1) / 2, "sum %d", i / length);
  free(parts);
  free(sums);
  free(mine);
}

// Started in a different order on different communicators.
static void start_in_own_order(void) {
  MPI_Comm comms[2];
  MPI_Request requests[2];
  int* data = NEW(int, 2 * length);
  for (int i = 0; i < 2; ++i) MUST(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
  for (int i = 0; i < 2; ++i) {
    const int k = (i + rank()) % 2;
    fill(data + k * length, length, rank() == 0 ? k : 999);
    MUST(MPI_Ibcast(data + k * length, length, MPI_INT, 0, comms[k], &requests[k]));
  }
  MUST(MPI_Waitall(2, requests, no_statuses));
  for (int k = 0; k < 2; ++k)
    EXPECT_PATTERN(data + k * length, length, k, "broadcast on a communicator of its own");
  for (int i = 0; i < 2; ++i) MUST(MPI_Comm_free(&comms[i]));
  free(data);
}

CASE(nonblocking_collectives, legal, at_least(3),
    "many nonblocking collectives in flight, completed in different orders; on two communicators "
    "also started so",
    "any number may be outstanding on one communicator, and those of different communicators are "
    "independent",
    "5.12", 20, Special::none, "3.1", "3.0") {
  STEP("sixteen nonblocking collectives on one communicator");
  complete_in_own_order();
  STEP("nonblocking collectives on two communicators, started in different orders");
  start_in_own_order();
}

// Open MPI 2: MPI_Ibcast and MPI_Iallgather failed when the types of the ranks differ in form:
// open-mpi/ompi#2256.
CASE(nonblocking_types, legal, at_least(5),
    "MPI_Ibcast and MPI_Iallgather in which some ranks say n pairs and others 2n integers",
    "the type signatures must agree, the type maps may differ", "5.4, 5.7 and 5.12", 20,
    Special::none, "3.1", "3.0") {
  const int n = 3000, by_pairs = rank() % 2 == 0;
  int *data = fill(NEW(int, n), n, rank() == 0 ? 8 : 999), *all = NEW(int, n*size());
  MPI_Datatype pair;
  MPI_Request request;
  MUST(MPI_Type_contiguous(2, MPI_INT, &pair));
  MUST(MPI_Type_commit(&pair));
  const MPI_Datatype type = by_pairs ? pair : MPI_INT;
  const int count = by_pairs ? n / 2 : n;
  STEP("MPI_Ibcast with types of different form");
  MUST(MPI_Ibcast(data, count, type, 0, MPI_COMM_WORLD, &request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_PATTERN(data, n, 8, "MPI_Ibcast");
  STEP("MPI_Iallgather with types of different form");
  fill(data, n, rank());
  MUST(MPI_Iallgather(data, n, MPI_INT, all, count, type, MPI_COMM_WORLD, &request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  for (int i = 0; i < size(); ++i) EXPECT_PATTERN(all + i * n, n, i, "MPI_Iallgather");
  MUST(MPI_Type_free(&pair));
  free(data);
  free(all);
}

// Who receives how much is not known: everybody synchronously sends, and enters a nonblocking
// barrier when its sends are done.
CASE(consensus_barrier, legal, at_least(3),
    "an exchange with unknown partners, whose end a nonblocking barrier tells",
    "MPI_Ibarrier completes when all have called it; a synchronous send, when it is being received",
    "5.12.1, 3.4", 20, Special::none, "3.1", "3.0") {
  const int to[2] = {right(), (rank() + 2) % size()};
  int received = 0, sent = 0, over = 0;
  MPI_Request sends[2], joined = MPI_REQUEST_NULL;
  for (int i = 0; i < 2; ++i)
    MUST(MPI_Issend(&to[i], 1, MPI_INT, to[i], 1, MPI_COMM_WORLD, &sends[i]));
  STEP("sparse exchange with MPI_Ibarrier");
  while (!over) {
    int there = 0, value = -1;
    MPI_Status status;
    MUST(MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, &status));
    if (there) {
      MUST(MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      EXPECT_EQUAL(value, rank(), "message");
      ++received;
    }
    if (joined != MPI_REQUEST_NULL)
      MUST(MPI_Test(&joined, &over, MPI_STATUS_IGNORE));
    else
      MUST(MPI_Testall(2, sends, &sent, no_statuses));
    if (sent && joined == MPI_REQUEST_NULL && !over) MUST(MPI_Ibarrier(MPI_COMM_WORLD, &joined));
  }
  EXPECT_EQUAL(received, 2, "messages received before the barrier was over");
}

FAMILY(collectives, bcast_lengths, in_place_collectives, gatherv_scatterv, alltoallv_zero,
    neighbour_exchange, nonblocking_collectives, nonblocking_types, consensus_barrier);
