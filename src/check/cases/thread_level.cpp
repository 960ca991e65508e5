#include <thread>
#include <vector>

#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

std::string level_name(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE:
      return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED:
      return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
      return "MPI_THREAD_SERIALIZED";
    default:
      return "MPI_THREAD_MULTIPLE";
  }
}

/// Exchanges of one thread with its like; whether all came right.
bool exchanges(int other, int thread) {
  const auto out = pattern(2000, thread);
  for (int i = 0; i < 300; ++i) {
    std::vector<int> in(2000);
    if (MPI_Sendrecv(out.data(), 2000, MPI_INT, other, thread, in.data(), 2000, MPI_INT, other, thread, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE) != MPI_SUCCESS ||
        in != out)
      return false;
  }
  return true;
}

void run_thread_level(Probe& probe) {
  int level = -1;
  mpi::check(MPI_Query_thread(&level), "MPI_Query_thread");
  probe.expect_equal(level, probe.thread_level(), "MPI_Query_thread");
  probe.note(level_name(level) + " granted where MPI_THREAD_MULTIPLE was asked");
  probe.fact("thread level granted", level_name(level));
  if (level < MPI_THREAD_MULTIPLE) return;
  constexpr int threads = 4;
  bool right[threads] = {};
  probe.step("four threads of each rank exchange at once");
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back([&right, i, other = probe.other()] { right[i] = exchanges(other, i); });
  for (auto& thread : all) thread.join();
  for (int i = 0; i < threads; ++i) probe.expect(right[i], "thread " + std::to_string(i) + " received something else");
}

}  // namespace

extern const Case thread_level_case{
    .name = "thread_level",
    .help = "the thread level is what it is said to be: with MPI_THREAD_MULTIPLE four threads exchange at once",
    .standard = "the level provided is returned, and may be less than was asked (MPI 3.1, 12.4.3)",
    .run = run_thread_level,
    .time_limit = 40,
    .threads = true};

}  // namespace febem::check
