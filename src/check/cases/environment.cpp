// What holds from the start of a program on: its processes, its thread level and its clocks.
#include "mpi/environment.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "check/case.h"
#include "cli/text.h"

namespace febem::check {
namespace {

std::string standard() {
  int version = 0, subversion = 0;
  mpi::check(MPI_Get_version(&version, &subversion), "MPI_Get_version");
  return std::to_string(version) + "." + std::to_string(subversion);
}

void run_start(Probe& probe) {
  auto library = mpi::library_version();
  std::replace(library.begin(), library.end(), '\t', ' ');
  probe.fact("library", library);
  probe.fact("standard", standard());
  int sum = 0;
  const int one = 1;
  mpi::check(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  probe.expect_equal(sum, probe.size(), "processes that take part");
  probe.expect_equal(probe.size(), 2, "processes started for 2 asked");
}

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
    if (MPI_Sendrecv(out.data(), 2000, MPI_INT, other, thread, in.data(), 2000, MPI_INT, other, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE) !=
            MPI_SUCCESS ||
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

void run_wtime(Probe& probe) {
  constexpr int calls = 200000;
  const double start = MPI_Wtime();
  double last = start, step = 1e9;
  bool monotonic = true;
  probe.step("200 000 readings of the clock");
  for (int i = 0; i < calls; ++i) {
    const double now = MPI_Wtime();
    monotonic = monotonic && now >= last;
    if (now > last) step = std::min(step, now - last);
    last = now;
  }
  probe.expect(monotonic, "the clock goes backwards");
  const double tick = MPI_Wtick(), cost = (last - start) / calls;
  probe.expect(tick > 0 && tick <= 1e-3, "MPI_Wtick is " + cli::number(tick));
  if (last > start) {
    probe.note("smallest step " + cli::with_prefix(step, "s") + ", a reading takes " + cli::with_prefix(cost, "s"));
    probe.measured("smallest step of MPI_Wtime", step, "s");
    probe.measured("cost of MPI_Wtime", cost, "s");
  } else {
    probe.note("the clock stands still while nothing is sent: simulated");
  }
  probe.fact("MPI_Wtick", tick, "s");
}

struct Offset {
  double value = 0, round_trip = 1e9;
};

/// What the clock of rank 1 is ahead, by the fastest of many round trips; on rank 0.
Offset measured_offset(Probe& probe) {
  Offset best;
  for (int i = 0; i < 300; ++i) {
    double theirs = 0;
    if (probe.is_first()) {
      const double start = MPI_Wtime();
      mpi::check(MPI_Send(nullptr, 0, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD), "MPI_Send");
      mpi::check(MPI_Recv(&theirs, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      const double end = MPI_Wtime();
      if (end - start < best.round_trip) best = {theirs - (start + end) / 2, end - start};
    } else {
      mpi::check(MPI_Recv(nullptr, 0, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      theirs = MPI_Wtime();
      mpi::check(MPI_Send(&theirs, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD), "MPI_Send");
    }
  }
  return best;
}

void run_wtime_global(Probe& probe) {
  int* global = nullptr;
  int known = 0;
  mpi::check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &known), "MPI_Comm_get_attr");
  const bool is_global = known != 0 && *global != 0;
  probe.step("offset of the other rank's clock");
  const auto offset = measured_offset(probe);
  if (!probe.is_first()) return;
  probe.note("MPI_WTIME_IS_GLOBAL is " + std::string(is_global ? "true" : "false") + ", measured offset " +
             cli::with_prefix(std::abs(offset.value), "s") + " +- " + cli::with_prefix(offset.round_trip / 2, "s"));
  probe.expect(!is_global || std::abs(offset.value) <= offset.round_trip, "clocks said to be synchronous are not");
  probe.fact("MPI_WTIME_IS_GLOBAL", is_global);
  probe.fact("clocks of two ranks agree within a round trip", std::abs(offset.value) <= offset.round_trip);
}

}  // namespace

extern const Case start_case{.name = "start",
                             .help = "two processes start, know of each other, and end",
                             .standard = "MPI_COMM_WORLD holds all processes a program was started with (MPI 3.1, 6.2.4 and 8.7)",
                             .run = run_start,
                             .time_limit = 60};

extern const Case thread_level_case{.name = "thread_level",
                                    .help = "the thread level is what it is said to be: with MPI_THREAD_MULTIPLE four threads exchange at once",
                                    .standard = "the level provided is returned, and may be less than was asked (MPI 3.1, 12.4.3)",
                                    .run = run_thread_level,
                                    .time_limit = 40,
                                    .threads = true};

extern const Case wtime_case{.name = "wtime",
                             .ranks = 1,
                             .help = "resolution, cost and monotony of MPI_Wtime",
                             .standard = "MPI_Wtime is elapsed time that does not change its origin; MPI_Wtick its resolution (MPI 3.1, 8.6)",
                             .run = run_wtime};

extern const Case wtime_global_case{
    .name = "wtime_global",
    .help = "whether the clocks of two ranks are synchronous, as said and as measured",
    .standard = "MPI_WTIME_IS_GLOBAL is true only if clocks agree to within half a round trip of an empty message (MPI 3.1, 8.1.2)",
    .run = run_wtime_global};

}  // namespace febem::check
