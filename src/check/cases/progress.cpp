// Whether messages and one-sided accesses progress while a rank computes.
#include <algorithm>
#include <cmath>

#include "check/case.h"
#include "cli/text.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

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
  mpi::check(MPI_Irecv(in.data(), exchange_length, MPI_INT, probe.other(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Irecv");
  mpi::check(MPI_Isend(out.data(), exchange_length, MPI_INT, probe.other(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Isend");
  if (compute(seconds) < 0) probe.note("");
  const double start = MPI_Wtime();
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  double mine = MPI_Wtime() - start, longest = 0;
  mpi::check(MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD), "MPI_Allreduce");
  return longest;
}

/// The least of several: another process may have had the core.
double least_wait(Probe& probe, std::vector<int>& out, std::vector<int>& in, double seconds) {
  double least = wait_after(probe, out, in, seconds);
  for (int i = 0; i < 3; ++i) least = std::min(least, wait_after(probe, out, in, seconds));
  return least;
}

void run_asynchronous_progress(Probe& probe) {
  if (mpi::is_simulated()) throw Unsupported("the clock of a simulator does not run while a process computes");
  auto out = pattern(exchange_length, probe.rank());
  std::vector<int> in(exchange_length);
  wait_after(probe, out, in, 0);
  probe.step("exchange of 32 MiB, waited for at once");
  const double alone = least_wait(probe, out, in, 0);
  probe.step("exchange of 32 MiB beside arithmetic");
  const double beside = least_wait(probe, out, in, 0.2 + 3 * alone);
  expect_pattern(probe, in, probe.other(), "the exchange");
  probe.note("32 MiB take " + cli::with_prefix(alone, "s") + ", after arithmetic still " + cli::with_prefix(beside, "s"));
  probe.fact("32 MiB move while both ranks compute", beside < 0.5 * alone);
}

constexpr double busy = 0.5;  // seconds
constexpr MPI_Aint window_bytes = 4096;

void run_win_progress(Probe& probe) {
  if (mpi::is_simulated()) throw Unsupported("the clock of a simulator does not run while a process computes");
  int* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(window_bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window), "MPI_Win_allocate");
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
  if (probe.is_first()) probe.note("took " + cli::with_prefix(took, "s") + " while the target computed for 500 ms");
  probe.fact("one-sided messages end without the target", took < busy / 2);
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case asynchronous_progress_case{.name = "asynchronous_progress",
                                             .help = "whether an exchange of 32 MiB makes progress while both ranks compute",
                                             .standard =
                                                 "a communication must progress when its partner completes it; while both "
                                                 "compute it may, and need not (MPI 3.1, 3.7.4)",
                                             .run = run_asynchronous_progress,
                                             .time_limit = 30};

extern const Case win_progress_case{.name = "win_progress",
                                    .help = "whether a put under a lock ends while its target computes, and that it ends",
                                    .standard =
                                        "a passive-target operation needs no call of the target's; some libraries wait for "
                                        "one all the same (MPI 3.1, 11.7.3)",
                                    .run = run_win_progress};

}  // namespace febem::check
