#include <algorithm>

#include "check/case.h"
#include "check/compute.h"
#include "check/pattern.h"
#include "cli/text_table.h"
#include "mpi/capabilities.h"

namespace febem::check {
namespace {

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

}  // namespace

extern const Case asynchronous_progress_case{.name = "asynchronous_progress",
                                             .help = "whether an exchange of 32 MiB gets on while both ranks compute",
                                             .standard =
                                                 "a communication must progress when its partner completes it; while both "
                                                 "compute it may, and need not (MPI 3.1, 3.7.4)",
                                             .run = run_asynchronous_progress,
                                             .time_limit = 30};

}  // namespace febem::check
