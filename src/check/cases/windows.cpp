// One-sided communication, and whether it and messages progress while a rank computes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "check/case.h"
#include "core/text_table.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

void run_win_fence(Probe& probe) {
  constexpr int count = 1000;
  double* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(3 * count * sizeof(double), sizeof(double), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &memory, &window),
      "MPI_Win_allocate");
  const int right = (probe.rank() + 1) % probe.size(),
            left = (probe.rank() + probe.size() - 1) % probe.size();
  std::vector<double> mine(count), got(count), ones(count, 1);
  for (int i = 0; i < count; ++i) {
    mine[static_cast<std::size_t>(i)] = 10000 * probe.rank() + i;
    memory[i] = -1;
    memory[count + i] = mine[static_cast<std::size_t>(i)];
    memory[2 * count + i] = 0;
  }
  probe.step("put, get and accumulate between fences");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(
      MPI_Put(mine.data(), count, MPI_DOUBLE, right, 0, count, MPI_DOUBLE, window), "MPI_Put");
  mpi::check(
      MPI_Get(got.data(), count, MPI_DOUBLE, right, count, count, MPI_DOUBLE, window), "MPI_Get");
  for (int rank = 0; rank < probe.size(); ++rank)
    mpi::check(MPI_Accumulate(ones.data(), count, MPI_DOUBLE, rank, 2 * count, count, MPI_DOUBLE,
                   MPI_SUM, window),
        "MPI_Accumulate");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  for (int i = 0; i < count; ++i) {
    probe.expect_equal(memory[i], 10000.0 * left + i, "what was put");
    probe.expect_equal(got[static_cast<std::size_t>(i)], 10000.0 * right + i, "what was got");
    probe.expect_equal(
        memory[2 * count + i], static_cast<double>(probe.size()), "what was accumulated");
  }
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_win_lock(Probe& probe) {
  constexpr int count = 500;
  std::vector<int> memory(count, -1);
  MPI_Win window;
  mpi::check(MPI_Win_create(memory.data(), count * sizeof(int), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window),
      "MPI_Win_create");
  const int right = (probe.rank() + 1) % probe.size(),
            left = (probe.rank() + probe.size() - 1) % probe.size();
  std::vector<int> mine(count, probe.rank()), got(count, -2);
  probe.step("a put and a get under an exclusive lock");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, window), "MPI_Win_lock");
  mpi::check(MPI_Put(mine.data(), count, MPI_INT, right, 0, count, MPI_INT, window), "MPI_Put");
  mpi::check(MPI_Win_flush(right, window), "MPI_Win_flush");
  mpi::check(MPI_Get(got.data(), count, MPI_INT, right, 0, count, MPI_INT, window), "MPI_Get");
  mpi::check(MPI_Win_unlock(right, window), "MPI_Win_unlock");
  probe.expect(got == mine, "what was put and flushed is not what is got");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Win_lock(MPI_LOCK_SHARED, probe.rank(), 0, window), "MPI_Win_lock");
  probe.expect_equal(memory[count - 1], left, "what the left neighbour put");
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

/// A put of the whole window of `count` integers, seen through the target's pointer.
void put(Probe& probe, int count) {
  int* memory = nullptr;
  MPI_Win window;
  const auto bytes = static_cast<MPI_Aint>(static_cast<std::size_t>(count) * sizeof(int));
  mpi::check(MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
      "MPI_Win_allocate");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  for (int i = 0; i < count; ++i) memory[i] = -1;
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  const int right = (probe.rank() + 1) % probe.size(),
            left = (probe.rank() + probe.size() - 1) % probe.size();
  const std::vector<int> values(static_cast<std::size_t>(count), probe.rank());
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, window), "MPI_Win_lock");
  mpi::check(MPI_Put(values.data(), count, MPI_INT, right, 0, count, MPI_INT, window), "MPI_Put");
  mpi::check(MPI_Win_unlock(right, window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  for (int i = 0; i < count; ++i)
    probe.expect_equal(memory[i], left,
        "what was put into a window of " + std::to_string(bytes) + " bytes, at integer " +
            std::to_string(i));
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_win_small(Probe& probe) {
  for (const int count : {1, 2, 3, 4, 5, 7, 8, 16, 33, 1000}) {
    probe.step("windows of " + std::to_string(count) + " integers");
    put(probe, count);
  }
}

void run_win_start_post(Probe& probe) {
  constexpr int count = 100;
  std::vector<int> memory(count, -1);
  MPI_Win window;
  MPI_Group all, other;
  mpi::check(MPI_Win_create(memory.data(), count * sizeof(int), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window),
      "MPI_Win_create");
  mpi::check(MPI_Comm_group(MPI_COMM_WORLD, &all), "MPI_Comm_group");
  const int neighbour = probe.other();
  mpi::check(MPI_Group_incl(all, 1, &neighbour, &other), "MPI_Group_incl");
  for (int round = 0; round < 20; ++round) {
    const std::vector<int> values(count, round);
    probe.step("post, start, complete, wait, round " + std::to_string(round));
    if (probe.is_first()) {
      mpi::check(MPI_Win_start(other, 0, window), "MPI_Win_start");
      mpi::check(MPI_Put(values.data(), count, MPI_INT, 1, 0, count, MPI_INT, window), "MPI_Put");
      mpi::check(MPI_Win_complete(window), "MPI_Win_complete");
    } else {
      mpi::check(MPI_Win_post(other, 0, window), "MPI_Win_post");
      mpi::check(MPI_Win_wait(window), "MPI_Win_wait");
      probe.expect(memory == values, "what was put in round " + std::to_string(round));
    }
  }
  mpi::check(MPI_Group_free(&other), "MPI_Group_free");
  mpi::check(MPI_Group_free(&all), "MPI_Group_free");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

/// Numbers drawn by rank 0 to n-1 from one counter: each once.
void run_win_counter(Probe& probe) {
  constexpr int draws = 500;
  std::int64_t* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(sizeof(std::int64_t), sizeof(std::int64_t), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &memory, &window),
      "MPI_Win_allocate");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  *memory = 0;
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.step("numbers drawn from a counter of rank 0");
  mpi::check(MPI_Win_lock_all(0, window), "MPI_Win_lock_all");
  std::int64_t sum = 0, last = -1;
  for (int i = 0; i < draws; ++i) {
    const std::int64_t one = 1;
    std::int64_t drawn = -1;
    mpi::check(
        MPI_Fetch_and_op(&one, &drawn, MPI_INT64_T, 0, 0, MPI_SUM, window), "MPI_Fetch_and_op");
    mpi::check(MPI_Win_flush(0, window), "MPI_Win_flush");
    probe.expect(drawn > last, "a number drawn is not above the one before");
    last = drawn;
    sum += drawn;
  }
  mpi::check(MPI_Win_unlock_all(window), "MPI_Win_unlock_all");
  std::int64_t all = 0;
  mpi::check(MPI_Allreduce(&sum, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  const std::int64_t drawn = draws * probe.size();
  probe.expect_equal(all, drawn * (drawn - 1) / 2, "sum of all numbers drawn");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_win_zero_size(Probe& probe) {
  const int own = probe.rank() % 2 == 0 ? 0 : 100, holder = 1;
  int* memory = nullptr;
  MPI_Win window;
  probe.step("MPI_Win_allocate with no memory on every second rank");
  mpi::check(MPI_Win_allocate(static_cast<MPI_Aint>(own * sizeof(int)), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &memory, &window),
      "MPI_Win_allocate");
  for (int i = 0; i < own; ++i) memory[i] = -1;
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Put(nullptr, 0, MPI_INT, 0, 0, 0, MPI_INT, window), "MPI_Put");
  const int value = 50 + probe.rank();
  mpi::check(MPI_Put(&value, 1, MPI_INT, holder, probe.rank(), 1, MPI_INT, window), "MPI_Put");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  for (int rank = 0; rank < probe.size() && probe.rank() == holder; ++rank)
    probe.expect_equal(memory[rank], 50 + rank, "what rank " + std::to_string(rank) + " put");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_win_shared(Probe& probe) {
  MPI_Comm node;
  mpi::check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
      "MPI_Comm_split_type");
  int rank = 0, size = 1;
  mpi::check(MPI_Comm_rank(node, &rank), "MPI_Comm_rank");
  mpi::check(MPI_Comm_size(node, &size), "MPI_Comm_size");
  const int own = rank == 0 ? 0 : 10 * rank;
  int* memory = nullptr;
  MPI_Win window;
  probe.step("MPI_Win_allocate_shared");
  mpi::check(MPI_Win_allocate_shared(static_cast<MPI_Aint>(own * sizeof(int)), sizeof(int),
                 MPI_INFO_NULL, node, &memory, &window),
      "MPI_Win_allocate_shared");
  mpi::check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window), "MPI_Win_lock_all");
  for (int i = 0; i < own; ++i) memory[i] = 1000 * rank + i;
  mpi::check(MPI_Win_sync(window), "MPI_Win_sync");
  mpi::check(MPI_Barrier(node), "MPI_Barrier");
  mpi::check(MPI_Win_sync(window), "MPI_Win_sync");
  int before = 0;
  const int* start = nullptr;
  for (int other = 1; other < size; before += 10 * other, ++other) {
    MPI_Aint bytes = 0;
    int unit = 0;
    int* theirs = nullptr;
    mpi::check(MPI_Win_shared_query(window, other, &bytes, &unit, &theirs), "MPI_Win_shared_query");
    if (other == 1) start = theirs;
    probe.expect_equal(bytes, static_cast<MPI_Aint>(10 * other * sizeof(int)),
        "bytes of rank " + std::to_string(other));
    for (int i = 0; i < 10 * other; ++i)
      probe.expect_equal(theirs[i], 1000 * other + i, "memory of rank " + std::to_string(other));
    probe.expect(theirs == start + before, "the memory is not contiguous over the ranks");
  }
  mpi::check(MPI_Win_unlock_all(window), "MPI_Win_unlock_all");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
  mpi::check(MPI_Comm_free(&node), "MPI_Comm_free");
}

/// Keeps the core busy without a call of MPI but for the time. What it returns is not negative.
double compute(double seconds) {
  double sum = 0;
  for (const double start = MPI_Wtime(); MPI_Wtime() - start < seconds;)
    for (int i = 1; i < 1000; ++i) sum += std::sqrt(static_cast<double>(i));
  return sum;
}

constexpr int exchange_length = 1 << 23;  // 32 MiB

/// Seconds in MPI_Wait, after computing so long in between.
double wait_after(Probe& probe, std::vector<int>& out, std::vector<int>& in, double seconds) {
  MPI_Request requests[2];
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Irecv(in.data(), exchange_length, MPI_INT, probe.other(), 1, MPI_COMM_WORLD,
                 &requests[0]),
      "MPI_Irecv");
  mpi::check(MPI_Isend(out.data(), exchange_length, MPI_INT, probe.other(), 1, MPI_COMM_WORLD,
                 &requests[1]),
      "MPI_Isend");
  if (compute(seconds) < 0) probe.note("");
  const double start = MPI_Wtime();
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  double mine = MPI_Wtime() - start, longest = 0;
  mpi::check(
      MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD), "MPI_Allreduce");
  return longest;
}

/// The least of several: another process may have had the core.
double least_wait(Probe& probe, std::vector<int>& out, std::vector<int>& in, double seconds) {
  double least = wait_after(probe, out, in, seconds);
  for (int i = 0; i < 3; ++i) least = std::min(least, wait_after(probe, out, in, seconds));
  return least;
}

void run_asynchronous_progress(Probe& probe) {
  if (mpi::is_simulated())
    throw Unsupported("the clock of a simulator does not run while a process computes");
  auto out = pattern(exchange_length, probe.rank());
  std::vector<int> in(exchange_length);
  wait_after(probe, out, in, 0);
  probe.step("exchange of 32 MiB, waited for at once");
  const double alone = least_wait(probe, out, in, 0);
  probe.step("exchange of 32 MiB beside arithmetic");
  const double beside = least_wait(probe, out, in, 0.2 + 3 * alone);
  expect_pattern(probe, in, probe.other(), "the exchange");
  probe.note("32 MiB take " + core::with_prefix(alone, "s") + ", after arithmetic still " +
             core::with_prefix(beside, "s"));
  probe.fact("32 MiB move while both ranks compute", beside < 0.5 * alone);
}

constexpr double busy = 0.5;  // seconds
constexpr MPI_Aint window_bytes = 4096;

void run_win_progress(Probe& probe) {
  if (mpi::is_simulated())
    throw Unsupported("the clock of a simulator does not run while a process computes");
  int* memory = nullptr;
  MPI_Win window;
  mpi::check(
      MPI_Win_allocate(window_bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
      "MPI_Win_allocate");
  mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, probe.rank(), 0, window), "MPI_Win_lock");
  *memory = 0;
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  double took = 0;
  probe.step("a put to a rank that computes");
  if (probe.is_first()) {
    const int value = 9;
    const double start = MPI_Wtime();
    mpi::check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window), "MPI_Win_lock");
    mpi::check(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window), "MPI_Put");
    mpi::check(MPI_Win_unlock(1, window), "MPI_Win_unlock");
    took = MPI_Wtime() - start;
  } else if (compute(busy) < 0) {
    probe.note("");
  }
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Win_lock(MPI_LOCK_SHARED, probe.rank(), 0, window), "MPI_Win_lock");
  if (!probe.is_first()) probe.expect_equal(*memory, 9, "what was put");
  mpi::check(MPI_Win_unlock(probe.rank(), window), "MPI_Win_unlock");
  if (probe.is_first())
    probe.note("took " + core::with_prefix(took, "s") + " while the target computed for 500 ms");
  probe.fact("one-sided messages end without the target", took < busy / 2);
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

std::vector<Case> windows_cases() {
  return {
      {"win_fence", legal, at_least(3), run_win_fence,
          "MPI_Put, MPI_Get and MPI_Accumulate of all ranks between two fences",
          "operations between fences are complete, at origin and target, after the second (MPI "
          "3.1, 11.5.1)"},
      {"win_lock", legal, at_least(3), run_win_lock,
          "MPI_Put, MPI_Win_flush and MPI_Get under a lock, without the target's doing",
          "after a flush the operations are complete at origin and target (MPI 3.1, 11.5.3 and "
          "11.5.4)"},
      // MPICH 4.0.2 on one node: where the size given to MPI_Win_allocate is no multiple of 16
      // bytes, what is put does not come where the target's pointer says, though a get of the
      // origin's finds it. Found by this case.
      {"win_small", legal, at_least(2), run_win_small,
          "MPI_Put into windows of 4 to 4000 bytes from MPI_Win_allocate",
          "MPI_Win_allocate returns a pointer to the memory that is the window (MPI 3.1, 11.2.2)"},
      {"win_start_post", legal, exactly(2), run_win_start_post,
          "twenty epochs of post, start, complete and wait",
          "MPI_Win_wait returns when all origins have completed, and their operations are visible "
          "(MPI 3.1, 11.5.2)"},
      {"win_counter", legal, at_least(3), run_win_counter,
          "1500 numbers drawn by MPI_Fetch_and_op from one counter are each drawn once",
          "accumulate operations with the same predefined type are atomic for each element (MPI "
          "3.1, 11.3.4 and 11.7.1)",
          30},
      // Windows in which some ranks have nothing: open-mpi/ompi#7203, microsoft/Microsoft-MPI#41,
      // openucx/ucx#7725.
      {"win_zero_size", legal, at_least(4), run_win_zero_size,
          "a window in which every second rank has no memory",
          "the size may differ between processes, and may be zero (MPI 3.1, 11.2.2)"},
      // open-mpi/ompi#7203: a rank with no memory got a null pointer.
      {"win_shared", legal, at_least(3), run_win_shared,
          "memory shared by the ranks of a node is contiguous over them, also where the first has "
          "none",
          "the memory allocated is contiguous across process ranks unless the info says otherwise "
          "(MPI 3.1, 11.2.3)"},
      {"asynchronous_progress", legal, exactly(2), run_asynchronous_progress,
          "whether an exchange of 32 MiB makes progress while both ranks compute",
          "a communication must progress when its partner completes it; while both compute it may, "
          "and need not (MPI 3.1, 3.7.4)",
          30},
      {"win_progress", legal, exactly(2), run_win_progress,
          "whether a put under a lock ends while its target computes, and that it ends",
          "a passive-target operation needs no call of the target's; some libraries wait for one "
          "all the same (MPI 3.1, 11.7.3)"},
  };
}

}  // namespace febem::check
