// Rules from the start of a program to its end: processes, thread level, clocks; errors, their
// handlers and texts, MPI_Abort.
#include "mpi/environment.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"
#include "core/text_table.h"

namespace febem::check {
namespace {

std::string standard() {
  int version = 0, subversion = 0;
  MUST(MPI_Get_version(&version, &subversion));
  return std::to_string(version) + "." + std::to_string(subversion);
}

void run_start(Probe& probe) {
  auto library = mpi::library_version();
  std::replace(library.begin(), library.end(), '\t', ' ');
  probe.fact("library", library);
  probe.fact("standard", standard());
  int sum = 0;
  const int one = 1;
  all_reduce(one, sum, MPI_SUM);
  probe.expect_equal(sum, probe.size(), "processes that take part");
  probe.expect_equal(probe.size(), 2, "processes started for 2 asked");
}

std::string level_name(int level) {
  return level == MPI_THREAD_SINGLE       ? "MPI_THREAD_SINGLE"
         : level == MPI_THREAD_FUNNELED   ? "MPI_THREAD_FUNNELED"
         : level == MPI_THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED"
                                          : "MPI_THREAD_MULTIPLE";
}

/// Exchanges of one thread with its like; whether all came right.
bool exchanges(int other, int thread) {
  const auto out = pattern(2000, thread);
  for (int i = 0; i < 300; ++i) {
    std::vector<int> in(2000);
    if (MPI_Sendrecv(out.data(), 2000, MPI_INT, other, thread, in.data(), 2000, MPI_INT, other,
            thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS ||
        in != out)
      return false;
  }
  return true;
}

void run_thread_level(Probe& probe) {
  int level = -1;
  MUST(MPI_Query_thread(&level));
  probe.expect_equal(level, probe.thread_level(), "MPI_Query_thread");
  probe.note(level_name(level), " granted where MPI_THREAD_MULTIPLE was asked");
  probe.fact("thread level granted", level_name(level));
  if (level < MPI_THREAD_MULTIPLE) return;
  constexpr int threads = 4;
  bool right[threads] = {};
  probe.step("four threads of each rank exchange at once");
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&right, i, other = probe.other()] { right[i] = exchanges(other, i); });
  for (auto& thread : all) thread.join();
  for (int i = 0; i < threads; ++i)
    probe.expect(right[i], "thread ", i, " received something else");
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
  probe.expect(tick > 0 && tick <= 1e-3, "MPI_Wtick is ", core::number(tick));
  if (last > start) {
    probe.note("smallest step ", core::with_prefix(step, "s"), ", a reading takes ",
        core::with_prefix(cost, "s"));
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

/// The time by which the clock of rank 1 is ahead, by the fastest of many round trips; on rank 0.
Offset measured_offset(Probe& probe) {
  Offset best;
  for (int i = 0; i < 300; ++i) {
    double theirs = 0;
    if (probe.is_first()) {
      const double start = MPI_Wtime();
      send(nullptr, 1, 1);
      receive(theirs, 1, 1);
      const double end = MPI_Wtime();
      if (end - start < best.round_trip) best = {theirs - (start + end) / 2, end - start};
    } else {
      receive(nullptr, 0, 1);
      theirs = MPI_Wtime();
      send(theirs, 0, 1);
    }
  }
  return best;
}

void run_wtime_global(Probe& probe) {
  const int* const global = attribute(MPI_WTIME_IS_GLOBAL);
  const bool is_global = global != nullptr && *global != 0;
  probe.step("offset of the other rank's clock");
  const auto offset = measured_offset(probe);
  if (!probe.is_first()) return;
  probe.note("MPI_WTIME_IS_GLOBAL is ", is_global ? "true" : "false", ", measured offset ",
      core::with_prefix(std::abs(offset.value), "s"), " +- ",
      core::with_prefix(offset.round_trip / 2, "s"));
  probe.expect(!is_global || std::abs(offset.value) <= offset.round_trip,
      "clocks said to be synchronous are not");
  probe.fact("MPI_WTIME_IS_GLOBAL", is_global);
  probe.fact(
      "clocks of two ranks agree within a round trip", std::abs(offset.value) <= offset.round_trip);
}

/// The record that the handler of an error leaves, in the buffer of a keyval of the communicator.
struct Seen {
  int calls = 0, code = MPI_SUCCESS;
};

extern "C" void note_error(MPI_Comm* comm, int* code, ...) {
  int key = MPI_KEYVAL_INVALID, there = 0, length = 0;
  char name[MPI_MAX_OBJECT_NAME] = {};
  void* seen = nullptr;
  // The name of the communicator tells the key of the attribute: a handler has no argument of its
  // user's.
  MPI_Comm_get_name(*comm, name, &length);
  key = std::atoi(name);
  MPI_Comm_get_attr(*comm, key, &seen, &there);
  if (there == 0) return;
  ++static_cast<Seen*>(seen)->calls;
  static_cast<Seen*>(seen)->code = *code;
}

void run_error_handler(Probe& probe) {
  Seen seen;
  int key = MPI_KEYVAL_INVALID, kind = MPI_SUCCESS;
  MPI_Comm comm = duplicate(MPI_COMM_SELF);
  MPI_Errhandler handler;
  MUST(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr));
  MUST(MPI_Comm_set_attr(comm, key, &seen));
  MUST(MPI_Comm_set_name(comm, std::to_string(key).c_str()));
  MUST(MPI_Comm_create_errhandler(note_error, &handler));
  MUST(MPI_Comm_set_errhandler(comm, handler));
  MUST(MPI_Errhandler_free(&handler));
  probe.step("a call that fails, with a handler of the user's");
  const int code = MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
  probe.expect_equal(code, MPI_SUCCESS, "MPI_Comm_call_errhandler");
  probe.expect_equal(seen.calls, 1, "calls of the handler");
  if (seen.code != MPI_SUCCESS) MPI_Error_class(seen.code, &kind);
  probe.expect_equal(kind, MPI_ERR_OTHER, "class of the error that the handler was given");
  MUST(MPI_Comm_free_keyval(&key));
  MUST(MPI_Comm_free(&comm));
}

void run_error_strings(Probe& probe) {
  char text[MPI_MAX_ERROR_STRING + 1];
  probe.step("texts of errors");
  // Enumerators in one library, integers in another.
  const int codes[] = {MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG,
      MPI_ERR_COMM, MPI_ERR_RANK, MPI_ERR_ROOT, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_LASTCODE};
  for (const int code : codes) {
    int length = -1;
    std::memset(text, 1, sizeof text);
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) continue;
    probe.expect(
        length >= 0 && length < MPI_MAX_ERROR_STRING, "length of the text of error ", code);
    probe.expect_equal(
        static_cast<int>(std::strlen(text)), length, "the length of the text, as returned");
  }
  char name[MPI_MAX_PROCESSOR_NAME + 1];
  int length = -1;
  MUST(MPI_Get_processor_name(name, &length));
  probe.expect(length > 0 && length < MPI_MAX_PROCESSOR_NAME, "length of the processor's name");
  MPI_Comm named = duplicate(MPI_COMM_SELF);
  const std::string longest(MPI_MAX_OBJECT_NAME - 1, 'x');
  char got[MPI_MAX_OBJECT_NAME + 1] = {};
  probe.step("a communicator with the longest name");
  MUST(MPI_Comm_set_name(named, longest.c_str()));
  MUST(MPI_Comm_get_name(named, got, &length));
  probe.expect_equal(std::string(got), longest, "name");
  MUST(MPI_Comm_free(&named));
}

void run_abort(Probe& probe) {
  double value = 0;
  const bool simulated = mpi::is_simulated();
  barrier();
  // The record is kept before the end: nothing comes after it.
  probe.keep();
  barrier();
  if (probe.rank() == 1) {
    MPI_Abort(MPI_COMM_WORLD, 7);
  } else if (probe.rank() == 2 && !simulated) {
    ::pause();  // outside MPI, where a simulator would wait with it
  }
  receive(value, 1, 99);
}

}  // namespace

std::vector<Case> environment_cases() {
  return {
      {"start", legal, exactly(2), run_start, "two processes start, know of each other, and end",
          "MPI_COMM_WORLD holds all processes a program was started with", "6.2.4 and 8.7", 60},
      {"thread_level", legal, exactly(2), run_thread_level,
          "the thread level is what it is said to be: with MPI_THREAD_MULTIPLE four threads "
          "exchange at once",
          "the level provided is returned, and may be less than was asked", "12.4.3", 40,
          Special::threads},
      {"wtime", legal, exactly(1), run_wtime, "resolution, cost and monotony of MPI_Wtime",
          "MPI_Wtime is elapsed time that does not change its origin; MPI_Wtick its resolution",
          "8.6"},
      {"wtime_global", legal, exactly(2), run_wtime_global,
          "whether the clocks of two ranks are synchronous, as said and as measured",
          "MPI_WTIME_IS_GLOBAL is true only if clocks agree to within half a round trip of an "
          "empty message",
          "8.1.2"},
      {"error_handler", legal, exactly(1), run_error_handler,
          "a handler of the user's is called once, with the communicator and the error",
          "an error handler attached to a communicator is called for its errors, or by "
          "MPI_Comm_call_errhandler",
          "8.3.1, 8.5"},
      {"error_strings", legal, exactly(1), run_error_strings,
          "texts of errors, the processor's name and the longest name of a communicator fit and "
          "have their lengths",
          "strings have at most MPI_MAX_ERROR_STRING, ..._PROCESSOR_NAME, ..._OBJECT_NAME "
          "characters",
          "8.3.4, 8.1.2, 6.8"},
      {"abort", legal, exactly(3), run_abort,
          "one rank aborts, one waits for a message, one does something else: all end, and the "
          "launcher says so",
          "MPI_Abort makes a best attempt to abort all tasks of the communicator", "8.7", 20,
          Special::abort},
  };
}

}  // namespace febem::check
