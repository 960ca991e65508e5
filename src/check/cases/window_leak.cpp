#include "check/case.h"
#include "check/memory_growth.h"

namespace febem::check {
namespace {

void make_and_free_window() {
  void* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window), "MPI_Win_allocate");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_window_leak(Probe& probe) {
  probe.step("windows made and freed");
  expect_no_growth(probe, "window", 400, make_and_free_window);
}

}  // namespace

extern const Case window_leak_case{
    .name = "window_leak",
    .help = "memory that 400 windows leave behind when freed",
    .standard = "MPI_Win_free frees the window, and the memory that MPI_Win_allocate gave (MPI 3.1, 11.2.2 and 11.2.5)",
    .run = run_window_leak,
    .time_limit = 40};

}  // namespace febem::check
