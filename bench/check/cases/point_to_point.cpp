// Messages between two ranks: send modes, messages to oneself, to nobody and of nothing; which
// receive gets which message.
#include <algorithm>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"

namespace febem::check {
namespace {

void run_self_send(Probe& probe) {
  for (const int count : {0, 1, 100, 10000, 1000000}) {
    probe.step("a message of ", count, " integers to itself");
    const auto out = pattern(count, 7);
    auto in = pattern(count, 0);
    MPI_Request requests[2] = {isend(out, probe.rank(), 1), ireceive(in, probe.rank(), 1)};
    wait_all(requests);
    expect_pattern(probe, in, 7, "MPI_Isend to itself");
    in = pattern(count, 0);
    exchange(out, in, probe.rank(), 2, MPI_COMM_SELF);
    expect_pattern(probe, in, 7, "MPI_Sendrecv with itself");
  }
}

void in_pairs(Probe& probe) {
  if (probe.is_first()) {
    send(nullptr, 1, 5);
    MUST(MPI_Ssend(nullptr, 0, MPI_DOUBLE, 1, 6, MPI_COMM_WORLD));
    return;
  }
  const auto status = receive(nullptr, 0, MPI_ANY_TAG);
  probe.expect_equal(count_in(status, MPI_DOUBLE), 0, "elements of an empty message");
  probe.expect_equal(status.MPI_TAG, 5, "its tag");
  double untouched = 3;
  receive(untouched, 0, 6);
  probe.expect_equal(untouched, 3.0, "a buffer longer than the empty message");
}

void in_collectives(Probe& probe) {
  double value = 4;
  broadcast({&value, 0}, 1);
  MUST(MPI_Allreduce(nullptr, &value, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
  MUST(MPI_Gather(nullptr, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD));
  MUST(MPI_Alltoall(nullptr, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, MPI_COMM_WORLD));
  probe.expect_equal(value, 4.0, "what a collective on nothing leaves");
}

void run_zero_length(Probe& probe) {
  probe.step("empty messages");
  in_pairs(probe);
  probe.step("collectives on nothing");
  in_collectives(probe);
}

void run_ssend(Probe& probe) {
  probe.step("synchronous sends");
  if (!probe.is_first()) {
    for (const int tag : {2, 1, 3}) {
      double value = 0;
      receive(value, 0, tag);
      probe.expect_equal(value, 5.0, "what arrives");
    }
    return;
  }
  const double value = 5;
  bool done = false;
  // Must not complete while rank 1, which waits for our word, has no receive.
  auto request = issend(value, 1, 1);
  for (const double start = MPI_Wtime(); !done && MPI_Wtime() - start < 0.1;) done = test(request);
  probe.expect(!done, "MPI_Issend completes although no receive is posted");
  send(value, 1, 2);
  wait(request);
  MUST(MPI_Ssend(&value, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD));
}

void run_bsend(Probe& probe) {
  constexpr int count = 300000;
  const auto out = pattern(count, probe.rank());
  std::vector<int> in(count);
  std::vector<char> buffer(2 * (count * 4 + MPI_BSEND_OVERHEAD));
  probe.step("MPI_Bsend head to head");
  MUST(MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size())));
  for (int i = 0; i < 2; ++i)
    MUST(MPI_Bsend(out.data(), count, MPI_INT, probe.other(), i, MPI_COMM_WORLD));
  for (int i = 0; i < 2; ++i) {
    receive(in, probe.other(), i);
    expect_pattern(probe, in, probe.other(), "a buffered message");
  }
  char* detached = nullptr;
  int size = 0;
  probe.step("MPI_Buffer_detach");
  MUST(MPI_Buffer_detach(&detached, &size));
  probe.expect(detached == buffer.data(), "MPI_Buffer_detach gives back another buffer");
}

void run_rsend(Probe& probe) {
  for (const int count : {0, 10, 100000}) {
    std::vector<int> in(count);
    probe.step("MPI_Rsend of ", count, " integers");
    if (probe.is_first()) {
      receive(nullptr, 1, 2);
      MUST(MPI_Rsend(pattern(count, 3).data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD));
      continue;
    }
    auto request = ireceive(in, 0, 1);
    send(nullptr, 0, 2);
    wait(request);
    expect_pattern(probe, in, 3, "a ready send");
  }
}

void run_sendrecv_replace(Probe& probe) {
  const int to = probe.right(), from = probe.left();
  for (const int count : {0, 1, 1000, 500000}) {
    auto data = pattern(count, probe.rank());
    probe.step("MPI_Sendrecv_replace of ", count, " integers round a ring");
    MUST(MPI_Sendrecv_replace(
        data.data(), count, MPI_INT, to, 1, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    expect_pattern(probe, data, from, "what comes from the left");
  }
}

void run_proc_null(Probe& probe) {
  double value = 8;
  probe.step("messages to and from MPI_PROC_NULL");
  send(value, MPI_PROC_NULL, 1);
  MUST(MPI_Ssend(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
  auto status = receive(value, MPI_PROC_NULL, 1);
  probe.expect_equal(value, 8.0, "the buffer of a receive from nobody");
  probe.expect_equal(status.MPI_SOURCE, MPI_PROC_NULL, "its source");
  probe.expect_equal(status.MPI_TAG, MPI_ANY_TAG, "its tag");
  probe.expect_equal(count_in(status, MPI_DOUBLE), 0, "its count");
  auto request = ireceive(value, MPI_PROC_NULL, 1);
  MUST(MPI_Wait(&request, &status));
  probe.expect_equal(status.MPI_SOURCE, MPI_PROC_NULL, "the source of a nonblocking one");
}

constexpr int mixed_messages = 200, longest_mixed = 100000;

/// Elements of message i: most short, some far beyond any eager limit.
int mixed_length(int i) { return i % 3 == 0 ? longest_mixed - i : i % 7; }

void receive_mixed(Probe& probe, int i, int from, int tag) {
  std::vector<int> in(longest_mixed);
  const int count = count_in(receive(in, from, tag));
  probe.expect_equal(count, mixed_length(i), "elements of message ", i);
  in.resize(count);
  expect_pattern(probe, in, i, "message ", i);
}

void run_order_mixed_sizes(Probe& probe) {
  probe.step("messages of mixed lengths, all in flight");
  std::vector<std::vector<int>> out;
  std::vector<MPI_Request> requests;
  for (int i = 0; i < mixed_messages; ++i) {
    if (!probe.is_first()) {
      receive_mixed(probe, i, i % 2 == 0 ? 0 : MPI_ANY_SOURCE, 9);
      continue;
    }
    out.push_back(pattern(mixed_length(i), i));
    requests.push_back(isend(out.back(), 1, 9));
  }
  wait_all(requests);
  barrier();
  probe.step("messages of mixed lengths, one after the other");
  for (int i = 0; i < mixed_messages; ++i)
    probe.is_first() ? send(pattern(mixed_length(i), i), 1, 10) : receive_mixed(probe, i, 0, 10);
}

constexpr int messages_of_each = 500;

void receive_from_any(Probe& probe) {
  std::vector<int> next(probe.size());
  int last = -1, in_a_row = 0, longest = 0;
  for (int i = 0; i < messages_of_each * (probe.size() - 1); ++i) {
    int value = -1;
    const auto status = receive(value, MPI_ANY_SOURCE, MPI_ANY_TAG);
    probe.expect_equal(value, next.at(status.MPI_SOURCE)++, "message of rank ", status.MPI_SOURCE);
    probe.expect_equal(status.MPI_TAG, value % 50, "its tag");
    in_a_row = status.MPI_SOURCE == last ? in_a_row + 1 : 1;
    longest = std::max(longest, in_a_row);
    last = status.MPI_SOURCE;
  }
  probe.note("at most ", longest, " messages in a row from one rank");
}

void run_any_source(Probe& probe) {
  probe.step("receives from any rank with any tag");
  if (probe.is_first()) return receive_from_any(probe);
  for (int i = 0; i < messages_of_each; ++i) send(i, 0, i % 50);
}

void run_tag_bound(Probe& probe) {
  const int* const bound = attribute(MPI_TAG_UB);
  if (bound == nullptr) return probe.expect(false, "MPI_TAG_UB is not set");
  probe.expect(*bound >= 32767, "MPI_TAG_UB is ", *bound);
  probe.note("MPI_TAG_UB is ", *bound);
  probe.fact("largest tag", *bound);
  int in = 0;
  MPI_Status status;
  probe.step("messages with the largest tag, and one less");
  for (const int tag : {*bound, *bound - 1, 32767}) {
    MUST(MPI_Sendrecv(&tag, 1, MPI_INT, probe.other(), tag, &in, 1, MPI_INT, probe.other(), tag,
        MPI_COMM_WORLD, &status));
    probe.expect_equal(in, tag, "message with the tag");
    probe.expect_equal(status.MPI_TAG, tag, "tag");
  }
}

void run_separate_communicators(Probe& probe) {
  probe.step("messages of the same tag on two communicators");
  MPI_Comm other = duplicate(MPI_COMM_WORLD);
  if (probe.is_first()) {
    for (int i = 0; i < 20; ++i) send(i, 1, 1, i % 2 == 0 ? MPI_COMM_WORLD : other);
  } else {
    for (const MPI_Comm comm : {other, MPI_COMM_WORLD})
      for (int i = comm == other ? 1 : 0; i < 20; i += 2) {
        int value = -1;
        receive(value, MPI_ANY_SOURCE, MPI_ANY_TAG, comm);
        probe.expect_equal(value, i, "message");
      }
  }
  MUST(MPI_Comm_free(&other));
}

void receive_probed(Probe& probe, int i) {
  MPI_Status status;
  int there = 0;
  if (i % 2 == 0)
    MUST(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
  else
    while (there == 0)
      MUST(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status));
  const int count = count_in(status);
  probe.expect_equal(status.MPI_SOURCE, 0, "source of a probed message");
  probe.expect_equal(status.MPI_TAG, i, "tag of a probed message");
  std::vector<int> in(count);
  receive(in, status.MPI_SOURCE, status.MPI_TAG);
  probe.expect_equal(count, i * i * 100, "elements of a probed message");
  expect_pattern(probe, in, i, "a probed message");
}

void run_probe_count(Probe& probe) {
  for (int i = 0; i < 30; ++i) {
    probe.step("message ", i, " of a length that the receiver asks for");
    if (probe.is_first())
      send(pattern(i * i * 100, i), 1, i);
    else
      receive_probed(probe, i);
  }
}

void receive_matched(Probe& probe, int count) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MUST(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
  const int got = count_in(status);
  std::vector<int> in(got);
  MUST(MPI_Mrecv(in.data(), got, MPI_INT, &message, MPI_STATUS_IGNORE));
  probe.expect_equal(got, count, "elements of a matched message");
  probe.expect(message == MPI_MESSAGE_NULL, "MPI_Mrecv leaves the message handle");
  expect_pattern(probe, in, 2, "a matched message");
}

void run_matched_probe(Probe& probe) {
  int there = 1;
  MPI_Message message = MPI_MESSAGE_NULL;
  probe.step("MPI_Improbe with nothing there, then MPI_Barrier");
  MUST(MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE));
  probe.expect(there == 0, "MPI_Improbe finds a message that nobody sent");
  barrier();
  for (const int count : {0, 100, 200000}) {
    probe.step("MPI_Mprobe and MPI_Mrecv of ", count, " integers");
    if (probe.is_first())
      send(pattern(count, 2), 1, 1);
    else
      receive_matched(probe, count);
  }
}

}  // namespace

std::vector<Case> point_to_point_cases() {
  return {
      // Blocking Sendrecv and nonblocking pairs, with lengths on both sides of any eager limit.
      {"self_send", legal, exactly(1), run_self_send,
          "nonblocking messages and MPI_Sendrecv of a process with itself, up to 4 MB",
          "a process can send a message to itself", "3.2.4"},
      {"zero_length", legal, exactly(2), run_zero_length,
          "empty messages and collectives on nothing, with null buffers",
          "the count may be zero, in which case the data part of the message is empty", "3.2.2"},
      {"ssend", legal, exactly(2), run_ssend,
          "a synchronous send of 8 bytes does not complete before its receive is posted, and does "
          "after",
          "a synchronous send completes only if a matching receive has started to receive it",
          "3.4"},
      {"bsend", legal, exactly(2), run_bsend,
          "both ranks send two messages of 1.2 MB to each other through a buffer of their own, "
          "then receive",
          "a buffered send completes whether or not a receive is posted, if the attached buffer "
          "holds it",
          "3.4 and 3.6"},
      {"rsend", legal, exactly(2), run_rsend, "ready sends to a receive that is known to be posted",
          "a ready send may be started if the matching receive is already posted", "3.4"},
      {"sendrecv_replace", legal, at_least(3), run_sendrecv_replace,
          "a ring of exchanges in place, up to 2 MB",
          "send and receive of one call use the same buffer, and a cycle of them does not deadlock",
          "3.10"},
      // MPICH 4.0 and 4.1: the status of a nonblocking receive says source 0 and tag 0,
      // pmodels/mpich#6805.
      {"proc_null", legal, exactly(1), run_proc_null,
          "messages to and from MPI_PROC_NULL do nothing, and say so in the status",
          "communication with MPI_PROC_NULL has no effect; source MPI_PROC_NULL, tag MPI_ANY_TAG, "
          "count 0",
          "3.11"},
      // Short messages are sent at once, long ones wait for their receiver: the short must not come
      // first for that.
      {"order_mixed_sizes", legal, exactly(2), run_order_mixed_sizes,
          "400 messages of one tag from 0 to 400 kB arrive in the order they were sent",
          "messages that match the same receive are not overtaking", "3.5", 40},
      {"any_source", legal, at_least(3), run_any_source,
          "wildcards keep the order of each sender, and all messages arrive",
          "messages of one sender are not overtaking, also with wildcards; between senders there "
          "is no fairness",
          "3.5", 40},
      // MPI_TAG_UB is 2^23 - 1 or 2^19 - 1 with some transports, and programs broke:
      // open-mpi/ompi#6940, trilinos/Trilinos#10139.
      {"tag_bound", legal, exactly(2), run_tag_bound, "messages with the largest tag",
          "tags go up to MPI_TAG_UB, which is at least 32767", "8.1.2"},
      {"separate_communicators", legal, exactly(2), run_separate_communicators,
          "messages of the same tag on a communicator and its duplicate do not mix, also with "
          "wildcards",
          "a message is received in the communication universe it was sent in", "3.2.3"},
      {"probe_count", legal, exactly(2), run_probe_count,
          "messages of unknown length, source and tag, by MPI_Probe and MPI_Iprobe",
          "a receive with the source and tag that a probe returned gets that message, of that "
          "length",
          "3.8.1"},
      // Open MPI 1.10 and 2.0 hung in a barrier after MPI_Improbe found nothing:
      // open-mpi/ompi#2275.
      {"matched_probe", legal, exactly(2), run_matched_probe,
          "matched probes and receives; a barrier after a matched probe that found nothing",
          "a matched message is received by its handle, and by nothing else", "3.8.2 and 3.8.3"},
  };
}

}  // namespace febem::check
