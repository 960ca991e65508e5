#include "check/case.h"

namespace febem::check {
namespace {

void run_large_type_size(Probe& probe) {
  MPI_Datatype block, blocks;
  mpi::check(MPI_Type_contiguous(1 << 20, MPI_DOUBLE, &block), "MPI_Type_contiguous");
  mpi::check(MPI_Type_contiguous(1 << 12, block, &blocks), "MPI_Type_contiguous");
  int size = 0;
  MPI_Count exact = 0;
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_size(blocks, &size), "MPI_Type_size");
  mpi::check(MPI_Type_size_x(blocks, &exact), "MPI_Type_size_x");
  mpi::check(MPI_Type_get_extent(blocks, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(size, MPI_UNDEFINED, "MPI_Type_size of 32 GiB");
  probe.expect_equal(exact, MPI_Count{1} << 35, "MPI_Type_size_x of 32 GiB");
  probe.expect_equal(extent, MPI_Aint{1} << 35, "extent of 32 GiB");
  mpi::check(MPI_Type_free(&blocks), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

}  // namespace

extern const Case large_type_size_case{
    .name = "large_type_size",
    .ranks = 1,
    .help = "the size and extent of a type of 32 GiB, without memory",
    .standard = "MPI_Type_size gives MPI_UNDEFINED for what an int does not hold, MPI_Type_size_x the size (MPI 3.1, 4.1.5)",
    .run = run_large_type_size};

}  // namespace febem::check
