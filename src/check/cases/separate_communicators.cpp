#include "check/case.h"

namespace febem::check {
namespace {

void run_separate_communicators(Probe& probe) {
  MPI_Comm other;
  probe.step("messages of the same tag on two communicators");
  mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &other), "MPI_Comm_dup");
  if (probe.is_first()) {
    for (int i = 0; i < 20; ++i) mpi::check(MPI_Send(&i, 1, MPI_INT, 1, 1, i % 2 == 0 ? MPI_COMM_WORLD : other), "MPI_Send");
  } else {
    for (const MPI_Comm comm : {other, MPI_COMM_WORLD})
      for (int i = comm == other ? 1 : 0; i < 20; i += 2) {
        int value = -1;
        mpi::check(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE), "MPI_Recv");
        probe.expect_equal(value, i, "message");
      }
  }
  mpi::check(MPI_Comm_free(&other), "MPI_Comm_free");
}

}  // namespace

extern const Case separate_communicators_case{
    .name = "separate_communicators",
    .help = "messages of the same tag on a communicator and its duplicate do not mix, also with wildcards",
    .standard = "a message is received in the communication universe it was sent in (MPI 3.1, 3.2.3)",
    .run = run_separate_communicators};

}  // namespace febem::check
