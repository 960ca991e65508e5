#include "check/case.h"
#include "check/compute.h"
#include "cli/text_table.h"
#include "mpi/capabilities.h"

namespace febem::check {
namespace {

constexpr double busy = 0.5;  // seconds
constexpr MPI_Aint window_bytes = 4096;

void run_win_progress(Probe& probe) {
  if (mpi::is_simulated()) throw Unsupported("the clock of a simulator does not run while a process computes");
  int* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(window_bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
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
  if (probe.is_first()) probe.note("took " + cli::with_prefix(took, "s") + " while the target computed for 500 ms");
  probe.fact("one-sided messages end without the target", took < busy / 2);
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case win_progress_case{.name = "win_progress",
                                    .help = "whether a put under a lock ends while its target computes, and that it ends",
                                    .standard =
                                        "a passive-target operation needs no call of the target's; some libraries wait for "
                                        "one all the same (MPI 3.1, 11.7.3)",
                                    .run = run_win_progress};

}  // namespace febem::check
