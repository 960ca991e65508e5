// Communicators of some ranks, and collective operations that came with MPI 3.0.
#include "bench/check/cases/case.h"

CASE(comm_create_group, legal, at_least(4),
    "two of four ranks make a communicator, while the other two wait for a message",
    "MPI_Comm_create_group is collective over the group alone", "6.4.2", 20, Special::none, "3.1",
    "3.0") {
  const int members[2] = {2, 0};
  int value = 0, me = -1, sum = 0;
  MPI_Group all, some;
  MPI_Comm comm;
  if (rank() == 0 || rank() == 2) {
    MUST(MPI_Comm_group(MPI_COMM_WORLD, &all));
    MUST(MPI_Group_incl(all, 2, members, &some));
    STEP("MPI_Comm_create_group by two ranks");
    MUST(MPI_Comm_create_group(MPI_COMM_WORLD, some, 5, &comm));
    MUST(MPI_Comm_rank(comm, &me));
    EXPECT_EQUAL(me, rank() == 2 ? 0 : 1, "rank in the new communicator");
    value = rank() + 1;
    MUST(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm));
    EXPECT_EQUAL(sum, 4, "sum over the new communicator");
    MUST(MPI_Comm_free(&comm));
    MUST(MPI_Group_free(&some));
    MUST(MPI_Group_free(&all));
    MUST(MPI_Send(&value, 1, MPI_INT, rank() + 1, 1, MPI_COMM_WORLD));
  } else if (rank() < 4) {
    MUST(MPI_Recv(&value, 1, MPI_INT, rank() - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_EQUAL(value, rank(), "the message after it");
  }
}

CASE(comm_split_type, legal, at_least(3),
    "ranks that share memory, in the order of their keys, and a rank that is left out",
    "MPI_Comm_split_type groups ranks that can share memory; MPI_UNDEFINED gives MPI_COMM_NULL",
    "6.4.2", 20, Special::none, "3.1", "3.0") {
  MPI_Comm node;
  int me = -1, ranks = 0;
  const int type = rank() == 1 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED;
  STEP("MPI_Comm_split_type");
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, type, -rank(), MPI_INFO_NULL, &node));
  EXPECT((node == MPI_COMM_NULL) == (rank() == 1), "who is left out, or who is not");
  if (node == MPI_COMM_NULL) return;
  MUST(MPI_Comm_rank(node, &me));
  MUST(MPI_Comm_size(node, &ranks));
  if (ranks == size() - 1)
    EXPECT_EQUAL(me, rank() == 0 ? ranks - 1 : size() - 1 - rank(), "rank by descending key");
  MUST(MPI_Comm_free(&node));
}

CASE(hardware_split, legal, at_least(3),
    "MPI_COMM_TYPE_HW_GUIDED with \"mpi_shared_memory\" and with no hint",
    "\"mpi_shared_memory\" is MPI_COMM_TYPE_SHARED; with no hint the result is MPI_COMM_NULL",
    "7.4.2", 20, Special::none, "4.0") {
  MPI_Comm shared, guided;
  MPI_Info info;
  int result = MPI_UNEQUAL;
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "mpi_hw_resource_type", "mpi_shared_memory"));
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared));
  if (MPI_COMM_TYPE_HW_GUIDED == 0) UNSUPPORTED("the library has no MPI_COMM_TYPE_HW_GUIDED");
  STEP("MPI_COMM_TYPE_HW_GUIDED by mpi_shared_memory");
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &guided));
  EXPECT(guided != MPI_COMM_NULL, "mpi_shared_memory gives MPI_COMM_NULL");
  if (guided != MPI_COMM_NULL) {
    MUST(MPI_Comm_compare(shared, guided, &result));
    EXPECT_EQUAL(result, MPI_CONGRUENT, "mpi_shared_memory and MPI_COMM_TYPE_SHARED compared");
    MUST(MPI_Comm_free(&guided));
  }
  STEP("MPI_COMM_TYPE_HW_GUIDED without a hint");
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &guided));
  EXPECT(guided == MPI_COMM_NULL, "without a hint there is a communicator");
  MUST(MPI_Info_free(&info));
  MUST(MPI_Comm_free(&shared));
}

static void reduce_and_scan(MPI_Comm comm) {
  int all, me, scan = -1, exclusive = -1;
  MPI_Request requests[3];
  MUST(MPI_Comm_size(comm, &all));
  MUST(MPI_Comm_rank(comm, &me));
  int *out = NEW(int, all), *in = NEW(int, all + 1);
  for (int i = 0; i < all; ++i) {
    out[i] = 10 * me + i;
    in[i + 1] = -7;
  }
  MUST(MPI_Ireduce_scatter_block(out, in, 1, MPI_INT, MPI_SUM, comm, &requests[0]));
  MUST(MPI_Iscan(&me, &scan, 1, MPI_INT, MPI_SUM, comm, &requests[1]));
  MUST(MPI_Iexscan(&me, &exclusive, 1, MPI_INT, MPI_SUM, comm, &requests[2]));
  MUST(MPI_Waitall(3, requests, no_statuses));
  EXPECT_EQUAL(in[0], 5 * all * (all - 1) + all * me, "MPI_Ireduce_scatter_block on %d", all);
  for (int i = 1; i <= all; ++i) EXPECT_EQUAL(in[i], -7, "memory behind its buffer on %d", all);
  EXPECT_EQUAL(scan, me * (me + 1) / 2, "MPI_Iscan on %d", all);
  if (me > 0) EXPECT_EQUAL(exclusive, me * (me - 1) / 2, "MPI_Iexscan on %d", all);
  free(out);
  free(in);
}

// Open MPI 2.0 wrote beyond the buffer on a communicator of one rank: open-mpi/ompi#1636.
CASE(nonblocking_reductions, legal, at_least(3),
    "MPI_Ireduce_scatter_block, MPI_Iscan and MPI_Iexscan, also on one rank alone",
    "the results are those of the blocking operations, and nothing else is written", "5.12", 20,
    Special::none, "3.1", "3.0") {
  STEP("nonblocking reductions of all ranks");
  reduce_and_scan(MPI_COMM_WORLD);
  STEP("nonblocking reductions of one rank");
  reduce_and_scan(MPI_COMM_SELF);
}

static void on_short_ring(MPI_Comm comm, int nonblocking) {
  int all, me, periodic = 1, out[2], in[2] = {-1, -1};
  MPI_Comm ring;
  MUST(MPI_Comm_size(comm, &all));
  MUST(MPI_Comm_rank(comm, &me));
  MUST(MPI_Cart_create(comm, 1, &all, &periodic, 0, &ring));
  for (int i = 0; i < 2; ++i) out[i] = 10 * me + i;
  if (nonblocking) {
    MPI_Request request;
    MUST(MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring, &request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  } else {
    MUST(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring));
  }
  for (int i = 0; i < 2; ++i)
    EXPECT_EQUAL(in[i], 10 * ((me + 1) % all) + (1 - i), "block %d on a ring of %d", i, all);
  MUST(MPI_Comm_free(&ring));
}

// Wrong in MPICH and Open MPI until 2020 (pmodels/mpich#4061, mpi-forum/mpi-issues#153).
CASE(neighbours_twice, legal, exactly(2),
    "a ring of two and a ring of one: the block sent to the left comes from the right",
    "block s of the sender is block s^1 of the receiver, also on a ring of one", "8.6", 20,
    Special::none, "4.0", "3.0") {
  STEP("MPI_Neighbor_alltoall on a ring of two");
  on_short_ring(MPI_COMM_WORLD, 0);
  STEP("MPI_Neighbor_alltoall on a ring of one");
  on_short_ring(MPI_COMM_SELF, 0);
}

// Open MPI 4 and 5, open-mpi/ompi#14430 and #14416: block s comes as block s.
CASE(nonblocking_neighbours, legal, exactly(2), "the same with MPI_Ineighbor_alltoall",
    "block s of the sender is block s^1 of the receiver, also on a ring of one", "8.6, 8.7", 20,
    Special::none, "4.0", "3.0") {
  STEP("MPI_Ineighbor_alltoall on a ring of two");
  on_short_ring(MPI_COMM_WORLD, 1);
  STEP("MPI_Ineighbor_alltoall on a ring of one");
  on_short_ring(MPI_COMM_SELF, 1);
}

FAMILY(groups, comm_create_group, comm_split_type, hardware_split, nonblocking_reductions,
    neighbours_twice, nonblocking_neighbours);
