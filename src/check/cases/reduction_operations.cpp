// The operations of reductions: complex sums, places of extremes, NaN, operations of the user.
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

using Complex = std::complex<double>;

void sums(Probe& probe, int count) {
  std::vector<Complex> values(static_cast<std::size_t>(count)), all(values), scanned(values);
  for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = {1.0 * i + probe.rank(), 2.0 * i - probe.rank()};
  mpi::check(MPI_Allreduce(values.data(), all.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  mpi::check(MPI_Scan(values.data(), scanned.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD), "MPI_Scan");
  const auto wanted = [](int i, int ranks) { return Complex(1.0 * i * ranks + ranks * (ranks - 1) / 2, 2.0 * i * ranks - ranks * (ranks - 1) / 2); };
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    probe.expect_equal(all[at], wanted(i, probe.size()), "sum " + std::to_string(i) + " of " + std::to_string(count));
    probe.expect_equal(scanned[at], wanted(i, probe.rank() + 1), "partial sum " + std::to_string(i));
  }
}

void complex_product(Probe& probe) {
  const Complex mine(1, 1);
  Complex all;
  mpi::check(MPI_Allreduce(&mine, &all, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD), "MPI_Allreduce");
  Complex wanted(1, 0);
  for (int i = 0; i < probe.size(); ++i) wanted *= mine;
  probe.expect_equal(all, wanted, "product of (1,1)");
}

void run_complex_sum(Probe& probe) {
  for (const int count : {1, 2, 63, 1000, 50001}) {
    probe.step("sums of " + std::to_string(count) + " complex numbers");
    sums(probe, count);
  }
  probe.step("a product of complex numbers");
  complex_product(probe);
}

struct Located {
  double value;
  int index;
};

void run_max_location(Probe& probe) {
  for (const int count : {1, 10, 5000}) {
    std::vector<Located> mine(static_cast<std::size_t>(count)), largest(mine), smallest(mine);
    // All are equal in the even places; in the odd the last rank has the largest.
    for (int i = 0; i < count; ++i) mine[static_cast<std::size_t>(i)] = {i % 2 == 0 ? 7.0 : probe.rank(), 100 - probe.rank()};
    probe.step("MPI_MAXLOC and MPI_MINLOC of " + std::to_string(count));
    mpi::check(MPI_Allreduce(mine.data(), largest.data(), count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD), "MPI_Allreduce");
    mpi::check(MPI_Allreduce(mine.data(), smallest.data(), count, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD), "MPI_Allreduce");
    const int lowest = 101 - probe.size();
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto place = "place " + std::to_string(i) + " of " + std::to_string(count);
      probe.expect_equal(largest[at].index, lowest, "index of the largest, " + place);
      probe.expect_equal(smallest[at].index, i % 2 == 0 ? lowest : 100, "index of the smallest, " + place);
      probe.expect_equal(largest[at].value, i % 2 == 0 ? 7.0 : probe.size() - 1.0, "the largest, " + place);
    }
  }
}

double reduced(Probe& probe, int rank_with_nan, MPI_Op operation) {
  const double mine = probe.rank() == rank_with_nan ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  double result = 0;
  mpi::check(MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD), "MPI_Allreduce");
  return result;
}

void run_not_a_number(Probe& probe) {
  probe.step("MPI_MAX and MPI_SUM with NaN");
  int kept = 0, tried = 0;
  for (int rank = 0; rank < probe.size(); ++rank, ++tried) kept += std::isnan(reduced(probe, rank, MPI_MAX)) ? 1 : 0;
  probe.expect(std::isnan(reduced(probe, 0, MPI_SUM)), "a sum with NaN is a number");
  const std::string text = kept == tried ? "always kept" : kept == 0 ? "always lost" : "kept or lost by the rank that has it";
  probe.note("NaN under MPI_MAX is " + text);
  probe.fact("NaN under MPI_MAX", text);
}

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

// The type of C; the MPI_CXX_* types are gone from some libraries' headers.
extern const Case complex_sum_case{.name = "complex_sum",
                                   .ranks = 3,
                                   .takes_more = true,
                                   .help = "sums, partial sums and a product of MPI_C_DOUBLE_COMPLEX",
                                   .standard = "MPI_SUM and MPI_PROD take complex types, MPI_C_DOUBLE_COMPLEX among them (MPI 3.1, 5.9.2)",
                                   .run = run_complex_sum};

extern const Case max_location_case{.name = "max_location",
                                    .ranks = 3,
                                    .takes_more = true,
                                    .help = "MPI_MAXLOC and MPI_MINLOC with equal values",
                                    .standard = "of equal values the index returned is the least (MPI 3.1, 5.9.4)",
                                    .run = run_max_location};

// What a solver that looks for NaN by a maximum must know.
extern const Case not_a_number_case{.name = "not_a_number",
                                    .ranks = 3,
                                    .takes_more = true,
                                    .help = "NaN on each rank in turn under MPI_MAX, and under MPI_SUM",
                                    .standard = "MPI_MAX does not say what becomes of NaN; a sum has it by IEEE arithmetic (MPI 3.1, 5.9.2)",
                                    .run = run_not_a_number};

// Two-by-two matrices: their product depends on the order, but not on the brackets.
extern const Case user_operation_case{
    .name = "user_operation",
    .ranks = 4,
    .takes_more = true,
    .help = "an operation of the user's that does not commute, on a derived type",
    .standard = "the order of the operands is that of the ranks if the operation is said not to commute (MPI 3.1, 5.9.5)",
    .run = run_user_operation};

}  // namespace febem::check
