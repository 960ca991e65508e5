// One-sided communication, and whether it and messages progress while a rank computes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"
#include "core/text_table.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

template <class T>
MPI_Win window_on(std::vector<T>& memory) {
  MPI_Win window;
  MUST(MPI_Win_create(
      memory.data(), memory.size() * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  return window;
}

/// A window with memory for `count` entries, returned in `memory`.
template <class T>
MPI_Win allocated(int count, T*& memory) {
  MPI_Win window;
  MUST(MPI_Win_allocate(static_cast<MPI_Aint>(count * sizeof(T)), sizeof(T), MPI_INFO_NULL,
      MPI_COMM_WORLD, &memory, &window));
  return window;
}

/// allocated(), and no rank goes on before all entries of all ranks are `value`.
template <class T>
MPI_Win filled(Probe& probe, int count, T value, T*& memory) {
  const MPI_Win window = allocated(count, memory);
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window));
  std::fill_n(memory, count, value);
  MUST(MPI_Win_unlock(probe.rank(), window));
  barrier();
  return window;
}

/// A put that is complete at the target on return.
void put_locked(In data, int target, MPI_Win window) {
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window));
  put(data, target, 0, window);
  MUST(MPI_Win_unlock(target, window));
}

void run_win_fence(Probe& probe) {
  constexpr int count = 1000;
  double* memory = nullptr;
  auto window = allocated(3 * count, memory);
  std::vector<double> mine(count), got(count), ones(count, 1);
  for (int i = 0; i < count; ++i) {
    mine[i] = 10000 * probe.rank() + i;
    memory[i] = -1;
    memory[count + i] = mine[i];
    memory[2 * count + i] = 0;
  }
  probe.step("put, get and accumulate between fences");
  MUST(MPI_Win_fence(0, window));
  put(mine, probe.right(), 0, window);
  get(got, probe.right(), count, window);
  for (int rank = 0; rank < probe.size(); ++rank)
    MUST(MPI_Accumulate(
        ones.data(), count, MPI_DOUBLE, rank, 2 * count, count, MPI_DOUBLE, MPI_SUM, window));
  MUST(MPI_Win_fence(0, window));
  for (int i = 0; i < count; ++i) {
    probe.expect_equal(memory[i], 10000.0 * probe.left() + i, "what was put");
    probe.expect_equal(got[i], 10000.0 * probe.right() + i, "what was got");
    probe.expect_equal(
        memory[2 * count + i], static_cast<double>(probe.size()), "what was accumulated");
  }
  MUST(MPI_Win_free(&window));
}

void run_win_lock(Probe& probe) {
  constexpr int count = 500;
  std::vector<int> memory(count, -1);
  auto window = window_on(memory);
  const int right = probe.right();
  std::vector<int> mine(count, probe.rank()), got(count, -2);
  probe.step("a put and a get under an exclusive lock");
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, window));
  put(mine, right, 0, window);
  MUST(MPI_Win_flush(right, window));
  get(got, right, 0, window);
  MUST(MPI_Win_unlock(right, window));
  probe.expect(got == mine, "what was put and flushed is not what is got");
  barrier();
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, probe.rank(), 0, window));
  probe.expect_equal(memory[count - 1], probe.left(), "what the left neighbour put");
  MUST(MPI_Win_unlock(probe.rank(), window));
  MUST(MPI_Win_free(&window));
}

/// A put of the whole window of `count` integers, seen through the target's pointer.
void put_whole(Probe& probe, int count) {
  int* memory = nullptr;
  auto window = filled(probe, count, -1, memory);
  const std::vector<int> values(count, probe.rank());
  put_locked(values, probe.right(), window);
  barrier();
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window));
  for (int i = 0; i < count; ++i)
    probe.expect_equal(
        memory[i], probe.left(), "what was put into a window of ", count, " integers, at ", i);
  MUST(MPI_Win_unlock(probe.rank(), window));
  MUST(MPI_Win_free(&window));
}

void run_win_small(Probe& probe) {
  for (const int count : {1, 2, 3, 4, 5, 7, 8, 16, 33, 1000}) {
    probe.step("windows of ", count, " integers");
    put_whole(probe, count);
  }
}

void run_win_start_post(Probe& probe) {
  constexpr int count = 100;
  std::vector<int> memory(count, -1);
  auto window = window_on(memory);
  MPI_Group all, other;
  MUST(MPI_Comm_group(MPI_COMM_WORLD, &all));
  const int neighbour = probe.other();
  MUST(MPI_Group_incl(all, 1, &neighbour, &other));
  for (int round = 0; round < 20; ++round) {
    const std::vector<int> values(count, round);
    probe.step("post, start, complete, wait, round ", round);
    if (probe.is_first()) {
      MUST(MPI_Win_start(other, 0, window));
      put(values, 1, 0, window);
      MUST(MPI_Win_complete(window));
    } else {
      MUST(MPI_Win_post(other, 0, window));
      MUST(MPI_Win_wait(window));
      probe.expect(memory == values, "what was put in round ", round);
    }
  }
  MUST(MPI_Group_free(&other));
  MUST(MPI_Group_free(&all));
  MUST(MPI_Win_free(&window));
}

/// Numbers drawn by rank 0 to n-1 from one counter: each once.
void run_win_counter(Probe& probe) {
  constexpr int draws = 500;
  std::int64_t* memory = nullptr;
  auto window = filled(probe, 1, std::int64_t{0}, memory);
  probe.step("numbers drawn from a counter of rank 0");
  MUST(MPI_Win_lock_all(0, window));
  std::int64_t sum = 0, last = -1;
  for (int i = 0; i < draws; ++i) {
    const std::int64_t one = 1;
    std::int64_t drawn = -1;
    MUST(MPI_Fetch_and_op(&one, &drawn, MPI_INT64_T, 0, 0, MPI_SUM, window));
    MUST(MPI_Win_flush(0, window));
    probe.expect(drawn > last, "a number drawn is not above the one before");
    last = drawn;
    sum += drawn;
  }
  MUST(MPI_Win_unlock_all(window));
  std::int64_t all = 0;
  all_reduce(sum, all, MPI_SUM);
  const std::int64_t drawn = draws * probe.size();
  probe.expect_equal(all, drawn * (drawn - 1) / 2, "sum of all numbers drawn");
  MUST(MPI_Win_free(&window));
}

void run_win_zero_size(Probe& probe) {
  const int own = probe.rank() % 2 == 0 ? 0 : 100, holder = 1;
  int* memory = nullptr;
  probe.step("MPI_Win_allocate with no memory on every second rank");
  auto window = allocated(own, memory);
  std::fill_n(memory, own, -1);
  MUST(MPI_Win_fence(0, window));
  put(nullptr, 0, 0, window);
  const int value = 50 + probe.rank();
  put(value, holder, probe.rank(), window);
  MUST(MPI_Win_fence(0, window));
  for (int rank = 0; rank < probe.size() && probe.rank() == holder; ++rank)
    probe.expect_equal(memory[rank], 50 + rank, "what rank ", rank, " put");
  MUST(MPI_Win_free(&window));
}

void run_win_shared(Probe& probe) {
  MPI_Comm node;
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  const int rank = rank_in(node), size = size_of(node);
  const int own = rank == 0 ? 0 : 10 * rank;
  int* memory = nullptr;
  MPI_Win window;
  probe.step("MPI_Win_allocate_shared");
  MUST(MPI_Win_allocate_shared(static_cast<MPI_Aint>(own * sizeof(int)), sizeof(int), MPI_INFO_NULL,
      node, &memory, &window));
  MUST(MPI_Win_lock_all(MPI_MODE_NOCHECK, window));
  for (int i = 0; i < own; ++i) memory[i] = 1000 * rank + i;
  MUST(MPI_Win_sync(window));
  MUST(MPI_Barrier(node));
  MUST(MPI_Win_sync(window));
  int before = 0;
  const int* start = nullptr;
  for (int other = 1; other < size; before += 10 * other, ++other) {
    MPI_Aint bytes = 0;
    int unit = 0;
    int* theirs = nullptr;
    MUST(MPI_Win_shared_query(window, other, &bytes, &unit, &theirs));
    if (other == 1) start = theirs;
    probe.expect_equal(
        bytes, static_cast<MPI_Aint>(10 * other * sizeof(int)), "bytes of rank ", other);
    for (int i = 0; i < 10 * other; ++i)
      probe.expect_equal(theirs[i], 1000 * other + i, "memory of rank ", other);
    probe.expect(theirs == start + before, "the memory is not contiguous over the ranks");
  }
  MUST(MPI_Win_unlock_all(window));
  MUST(MPI_Win_free(&window));
  MUST(MPI_Comm_free(&node));
}

void refuse_simulator() {
  if (mpi::is_simulated())
    throw Unsupported("the clock of a simulator does not run while a process computes");
}

/// Keeps the core busy without a call of MPI but for the time.
void compute(double seconds) {
  volatile double sum = 0;
  for (const double start = MPI_Wtime(); MPI_Wtime() - start < seconds;)
    for (int i = 1; i < 1000; ++i) sum = sum + std::sqrt(static_cast<double>(i));
}

constexpr int exchange_length = 1 << 23;  // 32 MiB

/// Seconds in MPI_Wait, after computing so long in between.
double wait_after(Probe& probe, std::vector<int>& out, std::vector<int>& in, double seconds) {
  barrier();
  MPI_Request requests[2] = {ireceive(in, probe.other(), 1), isend(out, probe.other(), 1)};
  compute(seconds);
  const double start = MPI_Wtime();
  wait_all(requests);
  double mine = MPI_Wtime() - start, longest = 0;
  all_reduce(mine, longest, MPI_MAX);
  return longest;
}

/// The least of several: another process may have had the core.
double least_wait(Probe& probe, std::vector<int>& out, std::vector<int>& in, double seconds) {
  double least = wait_after(probe, out, in, seconds);
  for (int i = 0; i < 3; ++i) least = std::min(least, wait_after(probe, out, in, seconds));
  return least;
}

void run_asynchronous_progress(Probe& probe) {
  refuse_simulator();
  auto out = pattern(exchange_length, probe.rank());
  std::vector<int> in(exchange_length);
  wait_after(probe, out, in, 0);
  probe.step("exchange of 32 MiB, waited for at once");
  const double alone = least_wait(probe, out, in, 0);
  probe.step("exchange of 32 MiB beside arithmetic");
  const double beside = least_wait(probe, out, in, 0.2 + 3 * alone);
  expect_pattern(probe, in, probe.other(), "the exchange");
  probe.note("32 MiB take ", core::with_prefix(alone, "s"), ", after arithmetic still ",
      core::with_prefix(beside, "s"));
  probe.fact("32 MiB move while both ranks compute", beside < 0.5 * alone);
}

constexpr double busy = 0.5;  // seconds
constexpr int window_length = 1024;

void run_win_progress(Probe& probe) {
  refuse_simulator();
  int* memory = nullptr;
  auto window = filled(probe, window_length, 0, memory);
  double took = 0;
  probe.step("a put to a rank that computes");
  if (probe.is_first()) {
    const int value = 9;
    const double start = MPI_Wtime();
    put_locked(value, 1, window);
    took = MPI_Wtime() - start;
  } else {
    compute(busy);
  }
  barrier();
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, probe.rank(), 0, window));
  if (!probe.is_first()) probe.expect_equal(*memory, 9, "what was put");
  MUST(MPI_Win_unlock(probe.rank(), window));
  if (probe.is_first())
    probe.note("took ", core::with_prefix(took, "s"), " while the target computed for 500 ms");
  probe.fact("one-sided messages end without the target", took < busy / 2);
  MUST(MPI_Win_free(&window));
}

}  // namespace

std::vector<Case> windows_cases() {
  return {
      {"win_fence", legal, at_least(3), run_win_fence,
          "MPI_Put, MPI_Get and MPI_Accumulate of all ranks between two fences",
          "operations between fences are complete, at origin and target, after the second",
          "11.5.1"},
      {"win_lock", legal, at_least(3), run_win_lock,
          "MPI_Put, MPI_Win_flush and MPI_Get under a lock, without the target's doing",
          "after a flush the operations are complete at origin and target", "11.5.3 and 11.5.4"},
      // MPICH 4.0.2 on one node: where the size given to MPI_Win_allocate is no multiple of 16
      // bytes, what is put does not come where the target's pointer says, though a get of the
      // origin's finds it. Found by this case.
      {"win_small", legal, at_least(2), run_win_small,
          "MPI_Put into windows of 4 to 4000 bytes from MPI_Win_allocate",
          "MPI_Win_allocate returns a pointer to the memory that is the window", "11.2.2"},
      {"win_start_post", legal, exactly(2), run_win_start_post,
          "twenty epochs of post, start, complete and wait",
          "MPI_Win_wait returns when all origins have completed, and their operations are visible",
          "11.5.2"},
      {"win_counter", legal, at_least(3), run_win_counter,
          "1500 numbers drawn by MPI_Fetch_and_op from one counter are each drawn once",
          "accumulate operations with the same predefined type are atomic for each element",
          "11.3.4 and 11.7.1", 30},
      // Windows in which some ranks have nothing: open-mpi/ompi#7203, microsoft/Microsoft-MPI#41,
      // openucx/ucx#7725.
      {"win_zero_size", legal, at_least(4), run_win_zero_size,
          "a window in which every second rank has no memory",
          "the size may differ between processes, and may be zero", "11.2.2"},
      // open-mpi/ompi#7203: a rank with no memory got a null pointer.
      {"win_shared", legal, at_least(3), run_win_shared,
          "memory shared by the ranks of a node is contiguous over them, also where the first has "
          "none",
          "the memory allocated is contiguous across process ranks unless the info says otherwise",
          "11.2.3"},
      {"asynchronous_progress", legal, exactly(2), run_asynchronous_progress,
          "whether an exchange of 32 MiB makes progress while both ranks compute",
          "a communication must progress when its partner completes it; while both compute it may, "
          "and need not",
          "3.7.4", 30},
      {"win_progress", legal, exactly(2), run_win_progress,
          "whether a put under a lock ends while its target computes, and that it ends",
          "a passive-target operation needs no call of the target's; some libraries wait for one "
          "all the same",
          "11.7.3"},
  };
}

}  // namespace febem::check
