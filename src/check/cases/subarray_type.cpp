#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int sizes[3] = {7, 9, 11}, box_sizes[3] = {3, 4, 5}, from[3] = {2, 1, 6};

int index(int i, int j, int k) { return (i * sizes[1] + j) * sizes[2] + k; }

void run_subarray_type(Probe& probe) {
  std::vector<int> out(7 * 9 * 11), in(out.size(), -1);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
  MPI_Datatype box;
  mpi::check(MPI_Type_create_subarray(3, sizes, box_sizes, from, MPI_ORDER_C, MPI_INT, &box), "MPI_Type_create_subarray");
  mpi::check(MPI_Type_commit(&box), "MPI_Type_commit");
  probe.step("a box out of an array of three dimensions");
  mpi::check(MPI_Sendrecv(out.data(), 1, box, probe.other(), 1, in.data(), 1, box, probe.other(), 1, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  for (int i = 0; i < sizes[0]; ++i)
    for (int j = 0; j < sizes[1]; ++j)
      for (int k = 0; k < sizes[2]; ++k) {
        const bool inside = i >= 2 && i < 5 && j >= 1 && j < 5 && k >= 6;
        probe.expect_equal(in[static_cast<std::size_t>(index(i, j, k))], inside ? index(i, j, k) : -1,
                           "entry " + std::to_string(i) + " " + std::to_string(j) + " " + std::to_string(k));
      }
  mpi::check(MPI_Type_free(&box), "MPI_Type_free");
}

}  // namespace

extern const Case subarray_type_case{
    .name = "subarray_type",
    .help = "a box out of a three-dimensional array lands in its place, and nothing else is touched",
    .standard = "a subarray type describes an n-dimensional part of an n-dimensional array (MPI 3.1, 4.1.3)",
    .run = run_subarray_type};

}  // namespace febem::check
