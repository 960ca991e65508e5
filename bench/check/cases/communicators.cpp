// Communicators: splitting, duplication, joining, attributes.
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"

namespace febem::check {
namespace {

void run_comm_split(Probe& probe) {
  MPI_Comm half = MPI_COMM_NULL;
  const bool out = probe.rank() == 1;
  probe.step("MPI_Comm_split with one rank left out and the order turned round");
  MUST(MPI_Comm_split(MPI_COMM_WORLD, out ? MPI_UNDEFINED : 3, -probe.rank(), &half));
  probe.expect(
      (half == MPI_COMM_NULL) == out, "who is left out has a communicator, or who is not has none");
  if (half != MPI_COMM_NULL) {
    const int rank = rank_in(half), size = size_of(half);
    int sum = 0;
    probe.expect_equal(size, probe.size() - 1, "ranks of the new communicator");
    probe.expect_equal(rank, probe.is_first() ? size - 1 : probe.size() - 1 - probe.rank(),
        "rank by descending key");
    all_reduce(rank, sum, MPI_SUM, half);
    probe.expect_equal(sum, size * (size - 1) / 2, "sum of the new ranks");
    MUST(MPI_Comm_free(&half));
  }
  // Equal keys: the order of the old ranks.
  MUST(MPI_Comm_split(MPI_COMM_WORLD, 0, 5, &half));
  probe.expect_equal(rank_in(half), probe.rank(), "rank with equal keys");
  MUST(MPI_Comm_free(&half));
}

void run_many_communicators(Probe& probe) {
  constexpr int at_once = 300, cycles = 3000;
  std::vector<MPI_Comm> all(at_once, MPI_COMM_NULL);
  for (int i = 0; i < at_once; ++i) {
    if (i % 50 == 0) probe.step("communicator ", i, " held at once");
    all[i] = duplicate(MPI_COMM_WORLD);
  }
  probe.step("a message on each of 300 communicators");
  for (int i = at_once - 1; i >= 0; --i) {
    int in = -1;
    exchange(i, in, probe.other(), 1, all[i]);
    probe.expect_equal(in, i, "message on communicator ", i);
  }
  for (auto& comm : all) MUST(MPI_Comm_free(&comm));
  for (int i = 0; i < cycles; ++i) {
    if (i % 500 == 0) probe.step("communicator ", i, " made and freed");
    all[0] = duplicate(MPI_COMM_WORLD);
    MUST(MPI_Comm_free(&all[0]));
  }
}

void run_comm_idup(Probe& probe) {
  constexpr int count = 10;
  std::vector<MPI_Comm> comms(count, MPI_COMM_NULL);
  std::vector<MPI_Request> requests(count);
  probe.step("ten MPI_Comm_idup in flight");
  for (std::size_t i = 0; i < count; ++i)
    MUST(MPI_Comm_idup(MPI_COMM_WORLD, &comms[i], &requests[i]));
  wait_all(requests);
  for (auto& comm : comms) {
    int sum = 0;
    const int one = 1;
    all_reduce(one, sum, MPI_SUM, comm);
    probe.expect_equal(sum, probe.size(), "ranks of a duplicate");
    MUST(MPI_Comm_free(&comm));
  }
}

void run_intercommunicator(Probe& probe) {
  const int side = probe.rank() % 2;
  MPI_Comm half, between, merged;
  probe.step("two groups joined by an intercommunicator");
  MUST(MPI_Comm_split(MPI_COMM_WORLD, side, probe.rank(), &half));
  MUST(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 12, &between));
  int is_inter = 0, others = 0;
  MUST(MPI_Comm_test_inter(between, &is_inter));
  MUST(MPI_Comm_remote_size(between, &others));
  probe.expect(is_inter != 0, "MPI_Comm_test_inter is false");
  probe.expect_equal(
      others, side == 0 ? probe.size() / 2 : (probe.size() + 1) / 2, "ranks of the other group");
  // The root's group gives MPI_ROOT and MPI_PROC_NULL, the other the rank of the root.
  int value = probe.is_first() ? 31 : 0;
  probe.step("a broadcast from one group to the other");
  const int root = rank_in(between) == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MUST(MPI_Bcast(&value, 1, MPI_INT, side == 1 ? 0 : root, between));
  if (side == 1) probe.expect_equal(value, 31, "what the other group broadcast");
  probe.step("the groups merged");
  MUST(MPI_Intercomm_merge(between, side, &merged));
  probe.expect_equal(size_of(merged), probe.size(), "ranks of the merged communicator");
  probe.expect((side == 0) == (rank_in(merged) < (probe.size() + 1) / 2),
      "the group with high = 0 does not come first");
  for (auto* comm : {&merged, &between, &half}) MUST(MPI_Comm_free(comm));
}

struct Calls {
  int copies = 0, deletions = 0;
};

extern "C" int copy_attribute(MPI_Comm, int, void* calls, void* in, void* out, int* flag) {
  ++static_cast<Calls*>(calls)->copies;
  *static_cast<void**>(out) = in;
  *flag = 1;
  return MPI_SUCCESS;
}

extern "C" int delete_attribute(MPI_Comm, int, void*, void* calls) {
  ++static_cast<Calls*>(calls)->deletions;
  return MPI_SUCCESS;
}

void run_attributes(Probe& probe) {
  Calls calls;
  int copied = MPI_KEYVAL_INVALID, dropped = MPI_KEYVAL_INVALID, there = 0;
  void* value = nullptr;
  MPI_Comm first = duplicate(MPI_COMM_SELF);
  MUST(MPI_Comm_create_keyval(copy_attribute, delete_attribute, &copied, &calls));
  MUST(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &dropped, &calls));
  probe.step("attributes of a communicator that is duplicated");
  for (const int key : {copied, dropped}) MUST(MPI_Comm_set_attr(first, key, &calls));
  MPI_Comm second = duplicate(first);
  probe.expect_equal(calls.copies, 1, "copies made by MPI_Comm_dup");
  MUST(MPI_Comm_get_attr(second, copied, &value, &there));
  probe.expect(there != 0 && value == &calls, "the duplicate lacks an attribute that was copied");
  MUST(MPI_Comm_get_attr(second, dropped, &value, &there));
  probe.expect(there == 0, "the duplicate has an attribute that is not to be copied");
  MUST(MPI_Comm_free(&second));
  probe.expect_equal(calls.deletions, 1, "attributes deleted with the duplicate");
  MUST(MPI_Comm_free(&first));
  probe.expect_equal(calls.deletions, 3, "attributes deleted in all");
  for (int* key : {&copied, &dropped}) MUST(MPI_Comm_free_keyval(key));
}

}  // namespace

std::vector<Case> communicators_cases() {
  return {
      {"comm_split", legal, at_least(4), run_comm_split,
          "one rank left out by MPI_UNDEFINED, the others in descending order; equal keys",
          "ranks are ordered by key, then by old rank; the colour MPI_UNDEFINED gives "
          "MPI_COMM_NULL",
          "6.4.2"},
      // 2048 contexts and a hang when they are used up were MPICH's: pmodels/mpich#1768.
      {"many_communicators", legal, exactly(2), run_many_communicators,
          "300 communicators at once, then 3000 made and freed one after the other",
          "a freed communicator is marked for deallocation, and its resources are free when "
          "nothing is pending",
          "6.4.3", 60},
      // MPICH 3 asserted or hung with more than one in flight: pmodels/mpich#1935,
      // pmodels/mpich#2269.
      {"comm_idup", legal, at_least(3), run_comm_idup, "ten nonblocking duplications at once",
          "MPI_Comm_idup is nonblocking; the new communicator may be used when its request has "
          "completed",
          "6.4.2"},
      {"intercommunicator", legal, at_least(4), run_intercommunicator,
          "two groups joined, a broadcast from one to the other, and their merging",
          "an intercommunicator joins two groups; the group that gave high = 0 comes first when "
          "merged",
          "6.6.2"},
      {"attributes", legal, exactly(1), run_attributes,
          "attributes are copied with a communicator as they say, and deleted with it",
          "copy callbacks are called by MPI_Comm_dup, delete callbacks by MPI_Comm_free", "6.7.2"},
  };
}

}  // namespace febem::check
