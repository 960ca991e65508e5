// Two-by-two matrices: their product depends on the order, but not on the brackets.
#include <array>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

using Matrix = std::array<long, 4>;

Matrix matrix_product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
}

extern "C" void multiply_all(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* left = static_cast<const Matrix*>(in);
  auto* right = static_cast<Matrix*>(inout);
  for (int i = 0; i < *count; ++i) right[i] = matrix_product(left[i], right[i]);
}

Matrix of_rank(int rank, int i) { return {1, rank % 3 + 1, (rank + i) % 2, 1}; }

void run_user_operation(Probe& probe) {
  MPI_Datatype matrix;
  MPI_Op multiply;
  mpi::check(MPI_Type_contiguous(4, MPI_LONG, &matrix), "MPI_Type_contiguous");
  mpi::check(MPI_Type_commit(&matrix), "MPI_Type_commit");
  mpi::check(MPI_Op_create(multiply_all, 0, &multiply), "MPI_Op_create");
  for (const int count : {1, 100, 5000}) {
    std::vector<Matrix> mine(static_cast<std::size_t>(count)), all(mine);
    for (int i = 0; i < count; ++i) mine[static_cast<std::size_t>(i)] = of_rank(probe.rank(), i);
    probe.step("a product of " + std::to_string(count) + " matrices over the ranks");
    mpi::check(MPI_Allreduce(mine.data(), all.data(), count, matrix, multiply, MPI_COMM_WORLD), "MPI_Allreduce");
    for (int i = 0; i < count; ++i) {
      Matrix wanted = of_rank(0, i);
      for (int rank = 1; rank < probe.size(); ++rank) wanted = matrix_product(wanted, of_rank(rank, i));
      probe.expect(all[static_cast<std::size_t>(i)] == wanted,
                   "product " + std::to_string(i) + " of " + std::to_string(count) + " is not in the order of ranks");
    }
  }
  mpi::check(MPI_Op_free(&multiply), "MPI_Op_free");
  mpi::check(MPI_Type_free(&matrix), "MPI_Type_free");
}

}  // namespace

extern const Case user_operation_case{
    .name = "user_operation",
    .ranks = 4,
    .takes_more = true,
    .help = "an operation of the user's that does not commute, on a derived type",
    .standard = "the order of the operands is that of the ranks if the operation is said not to commute (MPI 3.1, 5.9.5)",
    .run = run_user_operation};

}  // namespace febem::check
