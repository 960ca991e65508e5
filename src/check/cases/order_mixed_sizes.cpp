// Short messages are sent at once, long ones wait for their receiver: the short must not come first for that.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

constexpr int messages = 200, longest = 100000;

/// Elements of message i: most short, some far beyond any eager limit.
int length(int i) { return i % 3 == 0 ? longest - i : i % 7; }

void send_all() {
  std::vector<std::vector<int>> out;
  std::vector<MPI_Request> requests(messages);
  for (int i = 0; i < messages; ++i) {
    out.push_back(pattern(length(i), i));
    mpi::check(
        MPI_Isend(out.back().data(), length(i), MPI_INT, 1, 9, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]),
        "MPI_Isend");
  }
  mpi::check(MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

void receive_all(Probe& probe) {
  for (int i = 0; i < messages; ++i) {
    std::vector<int> in(longest);
    MPI_Status status;
    int count = 0;
    mpi::check(MPI_Recv(in.data(), longest, MPI_INT, i % 2 == 0 ? 0 : MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &status),
               "MPI_Recv");
    mpi::check(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count");
    probe.expect_equal(count, length(i), "elements of message " + std::to_string(i));
    in.resize(static_cast<std::size_t>(count));
    expect_pattern(probe, in, i, "message " + std::to_string(i));
  }
}

void alternate(Probe& probe) {
  for (int i = 0; i < messages; ++i) {
    auto data = pattern(length(i), i);
    if (probe.is_first()) {
      mpi::check(MPI_Send(data.data(), length(i), MPI_INT, 1, 10, MPI_COMM_WORLD), "MPI_Send");
      continue;
    }
    std::vector<int> in(longest);
    MPI_Status status;
    int count = 0;
    mpi::check(MPI_Recv(in.data(), longest, MPI_INT, 0, 10, MPI_COMM_WORLD, &status), "MPI_Recv");
    mpi::check(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count");
    probe.expect_equal(count, length(i), "elements of blocking message " + std::to_string(i));
  }
}

void run(Probe& probe) {
  probe.step("messages of mixed lengths, all in flight");
  if (probe.is_first())
    send_all();
  else
    receive_all(probe);
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.step("messages of mixed lengths, one after the other");
  alternate(probe);
}

}  // namespace

extern const Case order_mixed_sizes_case{
    .name = "order_mixed_sizes",
    .help = "400 messages of one tag from 0 to 400 kB arrive in the order they were sent",
    .standard = "messages that match the same receive are not overtaking (MPI 3.1, 3.5)",
    .run = run,
    .time_limit = 40};

}  // namespace febem::check
