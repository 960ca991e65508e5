// Which receive gets which message: order, source, tag and communicator; probes.
#include <algorithm>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int mixed_messages = 200, longest_mixed = 100000;

/// Elements of message i: most short, some far beyond any eager limit.
int mixed_length(int i) { return i % 3 == 0 ? longest_mixed - i : i % 7; }

void send_mixed() {
  std::vector<std::vector<int>> out;
  std::vector<MPI_Request> requests(mixed_messages);
  for (int i = 0; i < mixed_messages; ++i) {
    out.push_back(pattern(mixed_length(i), i));
    mpi::check(MPI_Isend(out.back().data(), mixed_length(i), MPI_INT, 1, 9, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]), "MPI_Isend");
  }
  mpi::check(MPI_Waitall(mixed_messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

void receive_mixed(Probe& probe) {
  for (int i = 0; i < mixed_messages; ++i) {
    std::vector<int> in(longest_mixed);
    MPI_Status status;
    int count = 0;
    mpi::check(MPI_Recv(in.data(), longest_mixed, MPI_INT, i % 2 == 0 ? 0 : MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &status), "MPI_Recv");
    mpi::check(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count");
    probe.expect_equal(count, mixed_length(i), "elements of message " + std::to_string(i));
    in.resize(static_cast<std::size_t>(count));
    expect_pattern(probe, in, i, "message " + std::to_string(i));
  }
}

void alternate_mixed(Probe& probe) {
  for (int i = 0; i < mixed_messages; ++i) {
    auto data = pattern(mixed_length(i), i);
    if (probe.is_first()) {
      mpi::check(MPI_Send(data.data(), mixed_length(i), MPI_INT, 1, 10, MPI_COMM_WORLD), "MPI_Send");
      continue;
    }
    std::vector<int> in(longest_mixed);
    MPI_Status status;
    int count = 0;
    mpi::check(MPI_Recv(in.data(), longest_mixed, MPI_INT, 0, 10, MPI_COMM_WORLD, &status), "MPI_Recv");
    mpi::check(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count");
    probe.expect_equal(count, mixed_length(i), "elements of blocking message " + std::to_string(i));
  }
}

void run_order_mixed_sizes(Probe& probe) {
  probe.step("messages of mixed lengths, all in flight");
  if (probe.is_first())
    send_mixed();
  else
    receive_mixed(probe);
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.step("messages of mixed lengths, one after the other");
  alternate_mixed(probe);
}

constexpr int messages_of_each = 500;

void receive_from_any(Probe& probe) {
  std::vector<int> next(static_cast<std::size_t>(probe.size()));
  int last = -1, in_a_row = 0, longest = 0;
  for (int i = 0; i < messages_of_each * (probe.size() - 1); ++i) {
    int value = -1;
    MPI_Status status;
    mpi::check(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status), "MPI_Recv");
    auto& wanted = next.at(static_cast<std::size_t>(status.MPI_SOURCE));
    probe.expect_equal(value, wanted, "message of rank " + std::to_string(status.MPI_SOURCE));
    probe.expect_equal(status.MPI_TAG, value % 50, "its tag");
    ++wanted;
    in_a_row = status.MPI_SOURCE == last ? in_a_row + 1 : 1;
    longest = std::max(longest, in_a_row);
    last = status.MPI_SOURCE;
  }
  probe.note("at most " + std::to_string(longest) + " messages in a row from one rank");
}

void run_any_source(Probe& probe) {
  probe.step("receives from any rank with any tag");
  if (probe.is_first()) return receive_from_any(probe);
  for (int i = 0; i < messages_of_each; ++i) mpi::check(MPI_Send(&i, 1, MPI_INT, 0, i % 50, MPI_COMM_WORLD), "MPI_Send");
}

void run_tag_bound(Probe& probe) {
  int* bound = nullptr;
  int known = 0;
  mpi::check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &known), "MPI_Comm_get_attr");
  probe.expect(known != 0, "MPI_TAG_UB is not set");
  if (known == 0) return;
  probe.expect(*bound >= 32767, "MPI_TAG_UB is " + std::to_string(*bound));
  probe.note("MPI_TAG_UB is " + std::to_string(*bound));
  probe.fact("largest tag", *bound);
  int in = 0;
  MPI_Status status;
  probe.step("messages with the largest tag, and one less");
  for (const int tag : {*bound, *bound - 1, 32767}) {
    mpi::check(MPI_Sendrecv(&tag, 1, MPI_INT, probe.other(), tag, &in, 1, MPI_INT, probe.other(), tag, MPI_COMM_WORLD, &status), "MPI_Sendrecv");
    probe.expect_equal(in, tag, "message with the tag");
    probe.expect_equal(status.MPI_TAG, tag, "tag");
  }
}

void run_separate_communicators(Probe& probe) {
  MPI_Comm other;
  probe.step("messages of the same tag on two communicators");
  mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &other), "MPI_Comm_dup");
  if (probe.is_first()) {
    for (int i = 0; i < 20; ++i) mpi::check(MPI_Send(&i, 1, MPI_INT, 1, 1, i % 2 == 0 ? MPI_COMM_WORLD : other), "MPI_Send");
  } else {
    for (const MPI_Comm comm : {other, MPI_COMM_WORLD})
      for (int i = comm == other ? 1 : 0; i < 20; i += 2) {
        int value = -1;
        mpi::check(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE), "MPI_Recv");
        probe.expect_equal(value, i, "message");
      }
  }
  mpi::check(MPI_Comm_free(&other), "MPI_Comm_free");
}

void receive_probed(Probe& probe, int i) {
  MPI_Status status;
  int count = -1, there = 0;
  if (i % 2 == 0)
    mpi::check(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status), "MPI_Probe");
  else
    while (there == 0) mpi::check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status), "MPI_Iprobe");
  mpi::check(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count");
  probe.expect_equal(status.MPI_SOURCE, 0, "source of a probed message");
  probe.expect_equal(status.MPI_TAG, i, "tag of a probed message");
  std::vector<int> in(static_cast<std::size_t>(count));
  mpi::check(MPI_Recv(in.data(), count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status), "MPI_Recv");
  probe.expect_equal(count, i * i * 100, "elements of a probed message");
  expect_pattern(probe, in, i, "a probed message");
}

void run_probe_count(Probe& probe) {
  for (int i = 0; i < 30; ++i) {
    probe.step("message " + std::to_string(i) + " of a length that the receiver asks for");
    if (probe.is_first())
      mpi::check(MPI_Send(pattern(i * i * 100, i).data(), i * i * 100, MPI_INT, 1, i, MPI_COMM_WORLD), "MPI_Send");
    else
      receive_probed(probe, i);
  }
}

void receive_matched(Probe& probe, int count) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  int got = 0;
  mpi::check(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status), "MPI_Mprobe");
  mpi::check(MPI_Get_count(&status, MPI_INT, &got), "MPI_Get_count");
  std::vector<int> in(static_cast<std::size_t>(got));
  mpi::check(MPI_Mrecv(in.data(), got, MPI_INT, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
  probe.expect_equal(got, count, "elements of a matched message");
  probe.expect(message == MPI_MESSAGE_NULL, "MPI_Mrecv leaves the message handle");
  expect_pattern(probe, in, 2, "a matched message");
}

void run_matched_probe(Probe& probe) {
  int there = 1;
  MPI_Message message = MPI_MESSAGE_NULL;
  probe.step("MPI_Improbe with nothing there, then MPI_Barrier");
  mpi::check(MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE), "MPI_Improbe");
  probe.expect(there == 0, "MPI_Improbe finds a message that nobody sent");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  for (const int count : {0, 100, 200000}) {
    probe.step("MPI_Mprobe and MPI_Mrecv of " + std::to_string(count) + " integers");
    if (probe.is_first())
      mpi::check(MPI_Send(pattern(count, 2).data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Send");
    else
      receive_matched(probe, count);
  }
}

}  // namespace

// Short messages are sent at once, long ones wait for their receiver: the short must not come first for that.
extern const Case order_mixed_sizes_case{.name = "order_mixed_sizes",
                                         .help = "400 messages of one tag from 0 to 400 kB arrive in the order they were sent",
                                         .standard = "messages that match the same receive are not overtaking (MPI 3.1, 3.5)",
                                         .run = run_order_mixed_sizes,
                                         .time_limit = 40};

extern const Case any_source_case{.name = "any_source",
                                  .ranks = 3,
                                  .takes_more = true,
                                  .help = "wildcards keep the order of each sender, and all messages arrive",
                                  .standard =
                                      "messages of one sender are not overtaking, also with wildcards; between senders "
                                      "there is no fairness (MPI 3.1, 3.5)",
                                  .run = run_any_source,
                                  .time_limit = 40};

// MPI_TAG_UB is 2^23 - 1 or 2^19 - 1 with some transports, and programs broke: open-mpi/ompi#6940, trilinos/Trilinos#10139.
extern const Case tag_bound_case{.name = "tag_bound",
                                 .help = "messages with the largest tag",
                                 .standard = "tags go up to MPI_TAG_UB, which is at least 32767 (MPI 3.1, 8.1.2)",
                                 .run = run_tag_bound};

extern const Case separate_communicators_case{.name = "separate_communicators",
                                              .help = "messages of the same tag on a communicator and its duplicate do not mix, also with wildcards",
                                              .standard = "a message is received in the communication universe it was sent in (MPI 3.1, 3.2.3)",
                                              .run = run_separate_communicators};

extern const Case probe_count_case{
    .name = "probe_count",
    .help = "messages of unknown length, source and tag, by MPI_Probe and MPI_Iprobe",
    .standard = "a receive with the source and tag that a probe returned gets that message, of that length (MPI 3.1, 3.8.1)",
    .run = run_probe_count};

// Open MPI 1.10 and 2.0 hung in a barrier after MPI_Improbe found nothing: open-mpi/ompi#2275.
extern const Case matched_probe_case{.name = "matched_probe",
                                     .help = "matched probes and receives; a barrier after a matched probe that found nothing",
                                     .standard = "a matched message is received by its handle, and by nothing else (MPI 3.1, 3.8.2 and 3.8.3)",
                                     .run = run_matched_probe};

}  // namespace febem::check
