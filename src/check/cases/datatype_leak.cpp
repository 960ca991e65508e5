#include "check/case.h"
#include "check/memory_growth.h"

namespace febem::check {
namespace {

void make_and_free_types(Probe& probe) {
  double out[200] = {}, in[200] = {};
  MPI_Datatype column, resized;
  mpi::check(MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &column), "MPI_Type_vector");
  mpi::check(MPI_Type_create_resized(column, 0, sizeof(double), &resized), "MPI_Type_create_resized");
  mpi::check(MPI_Type_commit(&resized), "MPI_Type_commit");
  mpi::check(
      MPI_Sendrecv(out, 1, resized, probe.rank(), 1, in, 1, resized, probe.rank(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  mpi::check(MPI_Type_free(&resized), "MPI_Type_free");
  mpi::check(MPI_Type_free(&column), "MPI_Type_free");
}

void run_datatype_leak(Probe& probe) {
  probe.step("types made, used and freed");
  expect_no_growth(probe, "pair of types", 20000, [&] { make_and_free_types(probe); });
}

}  // namespace

extern const Case datatype_leak_case{
    .name = "datatype_leak",
    .ranks = 1,
    .help = "memory that 20 000 derived types leave behind when freed",
    .standard = "MPI_Type_free marks a type for deallocation; what uses it completes normally (MPI 3.1, 4.1.9)",
    .run = run_datatype_leak};

}  // namespace febem::check
