// The main of a distributed test program: every rank runs every test case in the declared order;
// the program fails when any rank fails. Each test must assert something on the first rank, which
// often alone has the results. Tests tagged [several] need more than one rank, and those tagged
// [real] an MPI library that is not a simulator's; where that is not so they are not there. Nor are
// those tagged [failing] with MPICH: it asserts at its end that windows, whose calls they let fail,
// left nothing behind.
#include <mpi.h>

#include <cstdio>

#include "mpi/environment.h"
#include "support/session.h"

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<std::string> without;
  if (size == 1) without.emplace_back("several");
  if (febem::mpi::is_simulated()) without.emplace_back("real");
  if (febem::mpi::library_version().find("MPICH") != std::string::npos)
    without.emplace_back("failing");
  const int failed = febem::test::run_session(argc, argv, without, rank == 0);
  if (failed != 0) std::fprintf(stderr, "rank %d of %d: %d failed\n", rank, size, failed);
  // A failing rank may have left others waiting inside a collective call: end them all at once.
  if (failed != 0 && size > 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return failed == 0 ? 0 : 1;
}
