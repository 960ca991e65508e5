// The main of a distributed test program: every rank runs every test case in the declared order; the program fails
// when any rank fails.
#define CATCH_CONFIG_RUNNER
#include <mpi.h>

#include <cstdio>

#include "support/catch.h"

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int failed = Catch::Session().run(argc, argv);
  if (failed != 0) std::fprintf(stderr, "rank %d of %d: %d failed\n", rank, size, failed);
  // A failing rank may have left others waiting inside a collective call: end them all at once.
  if (failed != 0 && size > 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return failed == 0 ? 0 : 1;
}
