// 2048 contexts and a hang when they are used up were MPICH's: pmodels/mpich#1768.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_many_communicators(Probe& probe) {
  constexpr int at_once = 300, cycles = 3000;
  std::vector<MPI_Comm> all(at_once, MPI_COMM_NULL);
  for (int i = 0; i < at_once; ++i) {
    if (i % 50 == 0) probe.step("communicator " + std::to_string(i) + " held at once");
    mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &all[static_cast<std::size_t>(i)]), "MPI_Comm_dup");
  }
  probe.step("a message on each of 300 communicators");
  for (int i = at_once - 1; i >= 0; --i) {
    int in = -1;
    mpi::check(MPI_Sendrecv(&i, 1, MPI_INT, probe.other(), 1, &in, 1, MPI_INT, probe.other(), 1,
                            all[static_cast<std::size_t>(i)], MPI_STATUS_IGNORE),
               "MPI_Sendrecv");
    probe.expect_equal(in, i, "message on communicator " + std::to_string(i));
  }
  for (auto& comm : all) mpi::check(MPI_Comm_free(&comm), "MPI_Comm_free");
  for (int i = 0; i < cycles; ++i) {
    if (i % 500 == 0) probe.step("communicator " + std::to_string(i) + " made and freed");
    mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &all[0]), "MPI_Comm_dup");
    mpi::check(MPI_Comm_free(&all[0]), "MPI_Comm_free");
  }
}

}  // namespace

extern const Case many_communicators_case{.name = "many_communicators",
                                          .help = "300 communicators at once, then 3000 made and freed one after the other",
                                          .standard =
                                              "a freed communicator is marked for deallocation, and its resources are free "
                                              "when nothing is pending (MPI 3.1, 6.4.3)",
                                          .run = run_many_communicators,
                                          .time_limit = 60};

}  // namespace febem::check
