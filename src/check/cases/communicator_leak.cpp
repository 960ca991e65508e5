// MPICH kept memory of groups of communicators: pmodels/mpich#2080.
#include "check/case.h"
#include "check/memory_growth.h"

namespace febem::check {
namespace {

void make_and_free_communicators() {
  MPI_Comm dup, cart;
  MPI_Group group;
  const int size = 2, periodic = 1;
  mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &dup), "MPI_Comm_dup");
  mpi::check(MPI_Cart_create(dup, 1, &size, &periodic, 0, &cart), "MPI_Cart_create");
  mpi::check(MPI_Comm_group(cart, &group), "MPI_Comm_group");
  mpi::check(MPI_Group_free(&group), "MPI_Group_free");
  mpi::check(MPI_Comm_free(&cart), "MPI_Comm_free");
  mpi::check(MPI_Comm_free(&dup), "MPI_Comm_free");
}

void run_communicator_leak(Probe& probe) {
  probe.step("communicators, grids and groups made and freed");
  expect_no_growth(probe, "communicator, grid and group", 1500, make_and_free_communicators);
}

}  // namespace

extern const Case communicator_leak_case{
    .name = "communicator_leak",
    .help = "memory that 1500 communicators, grids and groups leave behind when freed",
    .standard = "MPI_Comm_free and MPI_Group_free mark an object for deallocation (MPI 3.1, 6.3.3 and 6.4.3)",
    .run = run_communicator_leak,
    .time_limit = 40};

}  // namespace febem::check
