// One-sided communication, and whether it and messages progress while a rank computes.
#include <stdint.h>

#include "bench/check/cases/case.h"

// A window of `count` integers, which all have `value` before any rank goes on.
static MPI_Win filled_window(int count, int value, int** memory) {
  MPI_Win window;
  MUST(MPI_Win_allocate((MPI_Aint)(count * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
      memory, &window));
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank(), 0, window));
  for (int i = 0; i < count; ++i) (*memory)[i] = value;
  MUST(MPI_Win_unlock(rank(), window));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  return window;
}

// A put to the begin of a window that is complete at the target on return.
static void put_locked(const int* data, int count, int target, MPI_Win window) {
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window));
  MUST(MPI_Put(data, count, MPI_INT, target, 0, count, MPI_INT, window));
  MUST(MPI_Win_unlock(target, window));
}

CASE(win_fence, legal, at_least(3),
    "MPI_Put, MPI_Get and MPI_Accumulate of all ranks between two fences",
    "operations between fences are complete, at origin and target, after the second", "11.5.1", 20,
    Special::none, "3.1", "3.0") {
  const int n = 1000;
  double *memory = NULL, *mine = NEW(double, n), *got = NEW(double, n), *ones = NEW(double, n);
  MPI_Win window;
  MUST(MPI_Win_allocate((MPI_Aint)(3 * n * sizeof(double)), sizeof(double), MPI_INFO_NULL,
      MPI_COMM_WORLD, &memory, &window));
  for (int i = 0; i < n; ++i) {
    memory[i] = -1;
    memory[n + i] = mine[i] = 10000 * rank() + i;
    memory[2 * n + i] = 0;
    ones[i] = 1;
  }
  STEP("put, get and accumulate between fences");
  MUST(MPI_Win_fence(0, window));
  MUST(MPI_Put(mine, n, MPI_DOUBLE, right(), 0, n, MPI_DOUBLE, window));
  MUST(MPI_Get(got, n, MPI_DOUBLE, right(), n, n, MPI_DOUBLE, window));
  for (int i = 0; i < size(); ++i)
    MUST(MPI_Accumulate(ones, n, MPI_DOUBLE, i, 2 * n, n, MPI_DOUBLE, MPI_SUM, window));
  MUST(MPI_Win_fence(0, window));
  for (int i = 0; i < n; ++i) {
    EXPECT_EQUAL(memory[i], 10000 * left() + i, "what was put");
    EXPECT_EQUAL(got[i], 10000 * right() + i, "what was got");
    EXPECT_EQUAL(memory[2 * n + i], size(), "what was accumulated");
  }
  MUST(MPI_Win_free(&window));
  free(mine);
  free(got);
  free(ones);
}

CASE(win_lock, legal, at_least(3),
    "MPI_Put, MPI_Win_flush and MPI_Get under a lock, without the target's doing",
    "after a flush the operations are complete at origin and target", "11.5.3 and 11.5.4", 20,
    Special::none, "3.1", "3.0") {
  enum { n = 500 };
  int memory[n], mine[n], got[n];
  MPI_Win window;
  for (int i = 0; i < n; ++i) {
    memory[i] = got[i] = -1;
    mine[i] = rank();
  }
  MUST(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  STEP("a put and a get under an exclusive lock");
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, window));
  MUST(MPI_Put(mine, n, MPI_INT, right(), 0, n, MPI_INT, window));
  MUST(MPI_Win_flush(right(), window));
  MUST(MPI_Get(got, n, MPI_INT, right(), 0, n, MPI_INT, window));
  MUST(MPI_Win_unlock(right(), window));
  EXPECT(memcmp(got, mine, sizeof got) == 0, "what was put and flushed is not what is got");
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, rank(), 0, window));
  EXPECT_EQUAL(memory[n - 1], left(), "what the left neighbour put");
  MUST(MPI_Win_unlock(rank(), window));
  MUST(MPI_Win_free(&window));
}

// MPICH 4.0.2 on one node: where the size given to MPI_Win_allocate is no multiple of 16 bytes,
// the target's pointer does not show what is put, though a get of the origin's finds it. Found by
// this case.
CASE(win_small, legal, at_least(2), "MPI_Put into windows of 4 to 4000 bytes from MPI_Win_allocate",
    "MPI_Win_allocate returns a pointer to the memory that is the window", "11.2.2", 20,
    Special::none, "3.1", "3.0") {
  const int counts[10] = {1, 2, 3, 4, 5, 7, 8, 16, 33, 1000};
  int values[1000], *memory = NULL;
  for (int i = 0; i < 1000; ++i) values[i] = rank();
  for (int k = 0; k < 10; ++k) {
    const int n = counts[k];
    STEP("windows of %d integers", n);
    MPI_Win window = filled_window(n, -1, &memory);
    put_locked(values, n, right(), window);
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank(), 0, window));
    for (int i = 0; i < n; ++i)
      EXPECT_EQUAL(memory[i], left(), "what was put into a window of %d integers, at %d", n, i);
    MUST(MPI_Win_unlock(rank(), window));
    MUST(MPI_Win_free(&window));
  }
}

CASE(win_start_post, legal, exactly(2), "twenty epochs of post, start, complete and wait",
    "MPI_Win_wait returns when all origins have completed, and their operations are visible",
    "11.5.2") {
  enum { n = 100 };
  const int peer = other();
  int memory[n], values[n];
  MPI_Win window;
  MPI_Group all, peers;
  MUST(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  MUST(MPI_Comm_group(MPI_COMM_WORLD, &all));
  MUST(MPI_Group_incl(all, 1, &peer, &peers));
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < n; ++i) values[i] = round;
    STEP("post, start, complete, wait, round %d", round);
    if (rank() == 0) {
      MUST(MPI_Win_start(peers, 0, window));
      MUST(MPI_Put(values, n, MPI_INT, 1, 0, n, MPI_INT, window));
      MUST(MPI_Win_complete(window));
    } else {
      MUST(MPI_Win_post(peers, 0, window));
      MUST(MPI_Win_wait(window));
      EXPECT(memcmp(memory, values, sizeof memory) == 0, "what was put in round %d", round);
    }
  }
  MUST(MPI_Group_free(&peers));
  MUST(MPI_Group_free(&all));
  MUST(MPI_Win_free(&window));
}

CASE(win_counter, legal, at_least(3),
    "1500 numbers drawn by MPI_Fetch_and_op from one counter are each drawn once",
    "accumulate operations with the same predefined type are atomic for each element",
    "11.3.4 and 11.7.1", 30, Special::none, "3.1", "3.0") {
  const int64_t draws = 500, all_draws = draws * size(), one = 1;
  int64_t *memory = NULL, drawn = -1, last = -1, sum = 0, all = 0;
  MPI_Win window;
  MUST(MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
  MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank(), 0, window));
  *memory = 0;
  MUST(MPI_Win_unlock(rank(), window));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  STEP("numbers drawn from a counter of rank 0");
  MUST(MPI_Win_lock_all(0, window));
  for (int i = 0; i < draws; ++i) {
    MUST(MPI_Fetch_and_op(&one, &drawn, MPI_INT64_T, 0, 0, MPI_SUM, window));
    MUST(MPI_Win_flush(0, window));
    EXPECT(drawn > last, "a number drawn is not above the one before");
    last = drawn;
    sum += drawn;
  }
  MUST(MPI_Win_unlock_all(window));
  MUST(MPI_Allreduce(&sum, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQUAL(all, all_draws * (all_draws - 1) / 2, "sum of all numbers drawn");
  MUST(MPI_Win_free(&window));
}

// Windows in which some ranks have nothing: open-mpi/ompi#7203, microsoft/Microsoft-MPI#41,
// openucx/ucx#7725.
CASE(win_zero_size, legal, at_least(4), "a window in which every second rank has no memory",
    "the size may differ between processes, and may be zero", "11.2.2", 20, Special::none, "3.1",
    "3.0") {
  const int own = rank() % 2 == 0 ? 0 : size(), value = 50 + rank();
  int* memory = NULL;
  MPI_Win window;
  STEP("MPI_Win_allocate with no memory on every second rank");
  MUST(MPI_Win_allocate(
      (MPI_Aint)(own * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
  for (int i = 0; i < own; ++i) memory[i] = -1;
  MUST(MPI_Win_fence(0, window));
  MUST(MPI_Put(NULL, 0, MPI_INT, 0, 0, 0, MPI_INT, window));
  MUST(MPI_Put(&value, 1, MPI_INT, 1, rank(), 1, MPI_INT, window));
  MUST(MPI_Win_fence(0, window));
  for (int i = 0; i < size() && rank() == 1; ++i)
    EXPECT_EQUAL(memory[i], 50 + i, "what rank %d put", i);
  MUST(MPI_Win_free(&window));
}

// open-mpi/ompi#7203: a rank with no memory got a null pointer.
CASE(win_shared, legal, at_least(3),
    "memory shared by the ranks of a node is contiguous over them, also where the first has none",
    "the memory allocated is contiguous across process ranks unless the info says otherwise",
    "11.2.3", 20, Special::none, "3.1", "3.0") {
  MPI_Comm node;
  MPI_Win window;
  int mine = 0, ranks = 0, unit = 0, before = 0, *memory = NULL, *theirs = NULL, *start = NULL;
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  MUST(MPI_Comm_rank(node, &mine));
  MUST(MPI_Comm_size(node, &ranks));
  STEP("MPI_Win_allocate_shared");
  MUST(MPI_Win_allocate_shared(
      (MPI_Aint)(10 * mine * sizeof(int)), sizeof(int), MPI_INFO_NULL, node, &memory, &window));
  MUST(MPI_Win_lock_all(MPI_MODE_NOCHECK, window));
  for (int i = 0; i < 10 * mine; ++i) memory[i] = 1000 * mine + i;
  MUST(MPI_Win_sync(window));
  MUST(MPI_Barrier(node));
  MUST(MPI_Win_sync(window));
  for (int of = 1; of < ranks; before += 10 * of, ++of) {
    MPI_Aint bytes = 0;
    MUST(MPI_Win_shared_query(window, of, &bytes, &unit, &theirs));
    if (of == 1) start = theirs;
    EXPECT_EQUAL(bytes, 10 * of * (int)sizeof(int), "bytes of rank %d", of);
    for (int i = 0; i < 10 * of; ++i)
      EXPECT_EQUAL(theirs[i], 1000 * of + i, "memory of rank %d", of);
    EXPECT(theirs == start + before, "the memory is not contiguous over the ranks");
  }
  MUST(MPI_Win_unlock_all(window));
  MUST(MPI_Win_free(&window));
  MUST(MPI_Comm_free(&node));
}

// Keeps the core busy without a call of MPI but for the time.
static void compute(double time) {
  volatile double sum = 0;
  for (const double start = MPI_Wtime(); MPI_Wtime() - start < time;)
    for (int i = 1; i < 1000; ++i) sum = sum + 1.0 / i;
}

enum { exchanged = 1 << 23 };  // integers: 32 MiB

// The least of four times in MPI_Waitall after `time` of computing: others may take the core.
static double least_wait(const int* out, int* in, double time) {
  double least = 1e9;
  for (int i = 0; i < 4; ++i) {
    MPI_Request requests[2];
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    MUST(MPI_Irecv(in, exchanged, MPI_INT, other(), 1, MPI_COMM_WORLD, &requests[0]));
    MUST(MPI_Isend(out, exchanged, MPI_INT, other(), 1, MPI_COMM_WORLD, &requests[1]));
    compute(time);
    double longest = 0, mine = MPI_Wtime();
    MUST(MPI_Waitall(2, requests, no_statuses));
    mine = MPI_Wtime() - mine;
    MUST(MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    least = longest < least ? longest : least;
  }
  return least;
}

CASE(asynchronous_progress, legal, exactly(2),
    "whether an exchange of 32 MiB makes progress while both ranks compute",
    "a communication must progress when its partner completes it; while both compute it may, and "
    "need not",
    "3.7.4", 30) {
  if (is_simulated()) UNSUPPORTED("a simulator's clock does not run while a process computes");
  int *out = fill(NEW(int, exchanged), exchanged, rank()), *in = NEW(int, exchanged);
  STEP("exchange of 32 MiB, waited for at once");
  least_wait(out, in, 0);
  const double alone = least_wait(out, in, 0);
  STEP("exchange of 32 MiB beside arithmetic");
  const double beside = least_wait(out, in, 0.2 + 3 * alone);
  EXPECT_PATTERN(in, exchanged, other(), "the exchange");
  NOTE("32 MiB take %s, after arithmetic still %s", seconds(alone).text, seconds(beside).text);
  FACT_YES("32 MiB move while both ranks compute", beside < 0.5 * alone);
  free(out);
  free(in);
}

CASE(win_progress, legal, exactly(2),
    "whether a put under a lock ends while its target computes, and that it ends",
    "a passive-target operation needs no call of the target's; some libraries wait for one all the "
    "same",
    "11.7.3", 20, Special::none, "3.1", "3.0") {
  if (is_simulated()) UNSUPPORTED("a simulator's clock does not run while a process computes");
  int *memory = NULL, value = 9;
  MPI_Win window = filled_window(1024, 0, &memory);
  STEP("a put to a rank that computes");
  const double start = MPI_Wtime();
  if (rank() == 0)
    put_locked(&value, 1, 1, window);
  else
    compute(0.5);
  const double took = MPI_Wtime() - start;
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, rank(), 0, window));
  if (rank() == 1) EXPECT_EQUAL(*memory, 9, "what was put");
  MUST(MPI_Win_unlock(rank(), window));
  NOTE("took %s while the target computed for 500 ms", seconds(took).text);
  FACT_YES("one-sided messages end without the target", took < 0.25);
  MUST(MPI_Win_free(&window));
}

FAMILY(windows, win_fence, win_lock, win_small, win_start_post, win_counter, win_zero_size,
    win_shared, asynchronous_progress, win_progress);
