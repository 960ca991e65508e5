// Communicators: splitting, duplication, joining, attributes.
#include "bench/check/cases/case.h"

static int rank_in(MPI_Comm comm) {
  int result = -1;
  MUST(MPI_Comm_rank(comm, &result));
  return result;
}

static int size_of(MPI_Comm comm) {
  int result = -1;
  MUST(MPI_Comm_size(comm, &result));
  return result;
}

CASE(comm_split, legal, at_least(4),
    "one rank left out by MPI_UNDEFINED, the others in descending order; equal keys",
    "ranks are ordered by key, then by old rank; the colour MPI_UNDEFINED gives MPI_COMM_NULL",
    "6.4.2") {
  const int out = rank() == 1;
  MPI_Comm part = MPI_COMM_NULL;
  STEP("MPI_Comm_split with one rank left out and the order turned round");
  MUST(MPI_Comm_split(MPI_COMM_WORLD, out ? MPI_UNDEFINED : 3, -rank(), &part));
  EXPECT(
      (part == MPI_COMM_NULL) == out, "who is left out has a communicator, or who is not has none");
  if (part != MPI_COMM_NULL) {
    const int mine = rank_in(part), n = size_of(part);
    int sum = 0;
    EXPECT_EQUAL(n, size() - 1, "ranks of the new communicator");
    EXPECT_EQUAL(mine, rank() == 0 ? n - 1 : size() - 1 - rank(), "rank by descending key");
    MUST(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, part));
    EXPECT_EQUAL(sum, n * (n - 1) / 2, "sum of the new ranks");
    MUST(MPI_Comm_free(&part));
  }
  // Equal keys: the order of the old ranks.
  MUST(MPI_Comm_split(MPI_COMM_WORLD, 0, 5, &part));
  EXPECT_EQUAL(rank_in(part), rank(), "rank with equal keys");
  MUST(MPI_Comm_free(&part));
}

// 2048 contexts and a hang when they are used up were MPICH's: pmodels/mpich#1768.
CASE(many_communicators, legal, exactly(2),
    "300 communicators at once, then 3000 made and freed one after the other",
    "a freed communicator is marked for deallocation, and its resources are free when nothing is "
    "pending",
    "6.4.3", 60) {
  MPI_Comm all[300];
  for (int i = 0; i < 300; ++i) {
    if (i % 50 == 0) STEP("communicator %d held at once", i);
    MUST(MPI_Comm_dup(MPI_COMM_WORLD, &all[i]));
  }
  STEP("a message on each of 300 communicators");
  for (int i = 299; i >= 0; --i) {
    int in = -1;
    MUST(MPI_Sendrecv(
        &i, 1, MPI_INT, other(), 1, &in, 1, MPI_INT, other(), 1, all[i], MPI_STATUS_IGNORE));
    EXPECT_EQUAL(in, i, "message on communicator %d", i);
  }
  for (int i = 0; i < 300; ++i) MUST(MPI_Comm_free(&all[i]));
  for (int i = 0; i < 3000; ++i) {
    if (i % 500 == 0) STEP("communicator %d made and freed", i);
    MUST(MPI_Comm_dup(MPI_COMM_WORLD, &all[0]));
    MUST(MPI_Comm_free(&all[0]));
  }
}

// MPICH 3 asserted or hung with more than one in flight: pmodels/mpich#1935, pmodels/mpich#2269.
CASE(comm_idup, legal, at_least(3), "ten nonblocking duplications at once",
    "MPI_Comm_idup is nonblocking; the new communicator may be used when its request has completed",
    "6.4.2", 20, Special::none, "3.1", "3.0") {
  MPI_Comm comms[10];
  MPI_Request requests[10];
  STEP("ten MPI_Comm_idup in flight");
  for (int i = 0; i < 10; ++i) MUST(MPI_Comm_idup(MPI_COMM_WORLD, &comms[i], &requests[i]));
  MUST(MPI_Waitall(10, requests, no_statuses));
  for (int i = 0; i < 10; ++i) {
    int one = 1, sum = 0;
    MUST(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comms[i]));
    EXPECT_EQUAL(sum, size(), "ranks of a duplicate");
    MUST(MPI_Comm_free(&comms[i]));
  }
}

CASE(intercommunicator, legal, at_least(4),
    "two groups joined, a broadcast from one to the other, and their merging",
    "an intercommunicator joins two groups; the group that gave high = 0 comes first when merged",
    "6.6.2") {
  const int side = rank() % 2;
  MPI_Comm half = MPI_COMM_NULL, between, merged;
  int is_inter = 0, others = 0, value = rank() == 0 ? 31 : 0;
  STEP("two groups joined by an intercommunicator");
  MUST(MPI_Comm_split(MPI_COMM_WORLD, side, rank(), &half));
  MUST(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 12, &between));
  MUST(MPI_Comm_test_inter(between, &is_inter));
  MUST(MPI_Comm_remote_size(between, &others));
  EXPECT(is_inter, "MPI_Comm_test_inter is false");
  EXPECT_EQUAL(others, side == 0 ? size() / 2 : (size() + 1) / 2, "ranks of the other group");
  // The root's group gives MPI_ROOT and MPI_PROC_NULL, the other the rank of the root.
  STEP("a broadcast from one group to the other");
  const int root = rank_in(between) == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MUST(MPI_Bcast(&value, 1, MPI_INT, side == 1 ? 0 : root, between));
  if (side == 1) EXPECT_EQUAL(value, 31, "what the other group broadcast");
  STEP("the groups merged");
  MUST(MPI_Intercomm_merge(between, side, &merged));
  EXPECT_EQUAL(size_of(merged), size(), "ranks of the merged communicator");
  EXPECT((side == 0) == (rank_in(merged) < (size() + 1) / 2),
      "the group with high = 0 does not come first");
  MUST(MPI_Comm_free(&merged));
  MUST(MPI_Comm_free(&between));
  MUST(MPI_Comm_free(&half));
}

struct Calls {
  int copies, deletions;
};

static int copy_attribute(MPI_Comm comm, int key, void* calls, void* in, void* out, int* flag) {
  (void)comm;
  (void)key;
  ++((struct Calls*)calls)->copies;
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int delete_attribute(MPI_Comm comm, int key, void* value, void* calls) {
  (void)comm;
  (void)key;
  (void)value;
  ++((struct Calls*)calls)->deletions;
  return MPI_SUCCESS;
}

CASE(attributes, legal, exactly(1),
    "attributes are copied with a communicator as they say, and deleted with it",
    "copy callbacks are called by MPI_Comm_dup, delete callbacks by MPI_Comm_free", "6.7.2") {
  struct Calls calls = {0, 0};
  int copied = MPI_KEYVAL_INVALID, dropped = MPI_KEYVAL_INVALID, there = 0;
  void* value = NULL;
  MPI_Comm first, second;
  MUST(MPI_Comm_dup(MPI_COMM_SELF, &first));
  MUST(MPI_Comm_create_keyval(copy_attribute, delete_attribute, &copied, &calls));
  MUST(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &dropped, &calls));
  STEP("attributes of a communicator that is duplicated");
  MUST(MPI_Comm_set_attr(first, copied, &calls));
  MUST(MPI_Comm_set_attr(first, dropped, &calls));
  MUST(MPI_Comm_dup(first, &second));
  EXPECT_EQUAL(calls.copies, 1, "copies made by MPI_Comm_dup");
  MUST(MPI_Comm_get_attr(second, copied, &value, &there));
  EXPECT(there && value == &calls, "the duplicate lacks an attribute that was copied");
  MUST(MPI_Comm_get_attr(second, dropped, &value, &there));
  EXPECT(!there, "the duplicate has an attribute that is not to be copied");
  MUST(MPI_Comm_free(&second));
  EXPECT_EQUAL(calls.deletions, 1, "attributes deleted with the duplicate");
  MUST(MPI_Comm_free(&first));
  EXPECT_EQUAL(calls.deletions, 3, "attributes deleted in all");
  MUST(MPI_Comm_free_keyval(&copied));
  MUST(MPI_Comm_free_keyval(&dropped));
}

FAMILY(communicators, comm_split, many_communicators, comm_idup, intercommunicator, attributes);
