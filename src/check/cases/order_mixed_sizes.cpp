// Short messages are sent at once, long ones wait for their receiver: the short must not come first for that.
#include "check/case.h"
#include "check/pattern.h"

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
    mpi::check(
        MPI_Isend(out.back().data(), mixed_length(i), MPI_INT, 1, 9, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]),
        "MPI_Isend");
  }
  mpi::check(MPI_Waitall(mixed_messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

void receive_mixed(Probe& probe) {
  for (int i = 0; i < mixed_messages; ++i) {
    std::vector<int> in(longest_mixed);
    MPI_Status status;
    int count = 0;
    mpi::check(MPI_Recv(in.data(), longest_mixed, MPI_INT, i % 2 == 0 ? 0 : MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &status),
               "MPI_Recv");
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

}  // namespace

extern const Case order_mixed_sizes_case{
    .name = "order_mixed_sizes",
    .help = "400 messages of one tag from 0 to 400 kB arrive in the order they were sent",
    .standard = "messages that match the same receive are not overtaking (MPI 3.1, 3.5)",
    .run = run_order_mixed_sizes,
    .time_limit = 40};

}  // namespace febem::check
