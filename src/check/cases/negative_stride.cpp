#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run_negative_stride(Probe& probe) {
  constexpr int count = 5000;
  const auto out = pattern(count, 6);
  std::vector<int> in(count);
  MPI_Datatype backwards;
  mpi::check(MPI_Type_create_hvector(count, 1, -static_cast<MPI_Aint>(sizeof(int)), MPI_INT, &backwards),
             "MPI_Type_create_hvector");
  mpi::check(MPI_Type_commit(&backwards), "MPI_Type_commit");
  probe.step("a message read backwards");
  mpi::check(MPI_Sendrecv(&out.back(), 1, backwards, probe.other(), 1, in.data(), count, MPI_INT, probe.other(), 1,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  for (std::size_t i = 0; i < count; ++i) probe.expect_equal(in[i], out[count - 1 - i], "element " + std::to_string(i));
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_get_extent(backwards, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(low, -static_cast<MPI_Aint>(sizeof(int)) * (count - 1), "its lower bound");
  probe.expect_equal(extent, static_cast<MPI_Aint>(sizeof(int)) * count, "its extent");
  mpi::check(MPI_Type_free(&backwards), "MPI_Type_free");
}

}  // namespace

extern const Case negative_stride_case{
    .name = "negative_stride",
    .help = "a vector type with a negative stride sends an array backwards",
    .standard = "strides and displacements may be negative; the lower bound then is (MPI 3.1, 4.1.2 and 4.1.6)",
    .run = run_negative_stride};

}  // namespace febem::check
