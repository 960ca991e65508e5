// Reductions: in place, reproducible, partial and scattered; their operations: complex sums, places
// of extremes, NaN, the user's.
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void reduce_to(Probe& probe, int root, int count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = i + probe.rank();
  if (probe.rank() == root)
    mpi::check(
        MPI_Reduce(MPI_IN_PLACE, values.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD),
        "MPI_Reduce");
  else
    mpi::check(MPI_Reduce(values.data(), nullptr, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD),
        "MPI_Reduce");
  if (probe.rank() != root) return;
  const double all = probe.size(), of_ranks = all * (all - 1) / 2;
  for (int i = 0; i < count; ++i)
    probe.expect_equal(values[static_cast<std::size_t>(i)], all * i + of_ranks,
        "sum " + std::to_string(i) + " of " + std::to_string(count) + " at root " +
            std::to_string(root));
}

void run_reduce_in_place(Probe& probe) {
  for (const int count : {1, 100, 1000, 10000, 100000})
    for (int root = 0; root < probe.size(); ++root) {
      probe.step("MPI_Reduce in place of " + std::to_string(count) + " doubles to root " +
                 std::to_string(root));
      reduce_to(probe, root, count);
    }
}

void run_allreduce_identical(Probe& probe) {
  for (const int count : {1, 3, 1000, 200003}) {
    std::vector<double> mine(static_cast<std::size_t>(count)), sum(mine), of_root(mine);
    for (int i = 0; i < count; ++i)
      mine[static_cast<std::size_t>(i)] = 1.0 / (3 + i + 7 * probe.rank()) - 0.1 * probe.rank();
    probe.step("MPI_Allreduce of " + std::to_string(count) + " doubles");
    mpi::check(MPI_Allreduce(mine.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD),
        "MPI_Allreduce");
    of_root = sum;
    mpi::check(MPI_Bcast(of_root.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD), "MPI_Bcast");
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (std::memcmp(&sum[i], &of_root[i], sizeof(double)) != 0)
        return probe.expect_equal(sum[i], of_root[i],
            "sum " + std::to_string(i) + " on rank " + std::to_string(probe.rank()));
  }
}

constexpr int sum_length = 20011;

std::vector<double> sum(MPI_Comm comm, int contribution) {
  std::vector<double> mine(sum_length), result(sum_length);
  for (int i = 0; i < sum_length; ++i)
    mine[static_cast<std::size_t>(i)] = 1.0 / (3 + i + 7 * contribution) - 0.1 * contribution;
  mpi::check(MPI_Allreduce(mine.data(), result.data(), sum_length, MPI_DOUBLE, MPI_SUM, comm),
      "MPI_Allreduce");
  return result;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

void run_repeatable_sum(Probe& probe) {
  probe.step("one sum thirty times");
  const auto first = sum(MPI_COMM_WORLD, probe.rank());
  bool repeats = true;
  for (int i = 0; i < 30; ++i)
    repeats = same_bits(first, sum(MPI_COMM_WORLD, probe.rank())) && repeats;
  // Each rank of another communicator contributes what that rank contributed before; its ranks are
  // other processes.
  probe.step("the same sum with the ranks of other processes");
  MPI_Comm turned;
  mpi::check(MPI_Comm_split(MPI_COMM_WORLD, 0, (probe.rank() + 1) % probe.size(), &turned),
      "MPI_Comm_split");
  int rank = 0;
  mpi::check(MPI_Comm_rank(turned, &rank), "MPI_Comm_rank");
  const bool over_places = same_bits(first, sum(turned, rank));
  mpi::check(MPI_Comm_free(&turned), "MPI_Comm_free");
  probe.note("repeats to the bit: " + yes_or_no(repeats) +
             "; with ranks on other processes: " + yes_or_no(over_places));
  probe.fact("a sum repeats to the bit", repeats);
  probe.fact("a sum is the same with the ranks on other processes", over_places);
}

void run_scan(Probe& probe) {
  for (const int count : {1, 3000}) {
    std::vector<int> mine(static_cast<std::size_t>(count), probe.rank() + 1), with(mine.size()),
        without(mine.size(), -5);
    probe.step("MPI_Scan and MPI_Exscan of " + std::to_string(count));
    mpi::check(
        MPI_Scan(mine.data(), with.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Scan");
    mpi::check(MPI_Exscan(mine.data(), without.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
        "MPI_Exscan");
    const int below = probe.rank() * (probe.rank() + 1) / 2;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      probe.expect_equal(with[i], below + probe.rank() + 1, "MPI_Scan");
      if (!probe.is_first()) probe.expect_equal(without[i], below, "MPI_Exscan");
    }
  }
}

void run_reduce_scatter(Probe& probe) {
  std::vector<int> lengths;
  int all = 0;
  for (int rank = 0; rank < probe.size(); ++rank) {
    lengths.push_back(rank % 2 == 1 ? 0 : 200 * rank + 1);
    all += lengths.back();
  }
  std::vector<int> mine(static_cast<std::size_t>(all)), part(static_cast<std::size_t>(all), -1);
  for (int i = 0; i < all; ++i) mine[static_cast<std::size_t>(i)] = i * (probe.rank() + 1);
  probe.step("MPI_Reduce_scatter with nothing for every second rank");
  mpi::check(MPI_Reduce_scatter(
                 mine.data(), part.data(), lengths.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD),
      "MPI_Reduce_scatter");
  int before = 0;
  for (int rank = 0; rank < probe.rank(); ++rank) before += lengths[static_cast<std::size_t>(rank)];
  const int own = lengths[static_cast<std::size_t>(probe.rank())],
            factor = probe.size() * (probe.size() + 1) / 2;
  for (int i = 0; i < own; ++i)
    probe.expect_equal(
        part[static_cast<std::size_t>(i)], (before + i) * factor, "sum " + std::to_string(i));
  if (own < all)
    probe.expect_equal(
        part[static_cast<std::size_t>(own)], -1, "what lies behind this rank's part");
}

using Complex = std::complex<double>;

void sums(Probe& probe, int count) {
  std::vector<Complex> values(static_cast<std::size_t>(count)), all(values), scanned(values);
  for (int i = 0; i < count; ++i)
    values[static_cast<std::size_t>(i)] = {1.0 * i + probe.rank(), 2.0 * i - probe.rank()};
  mpi::check(MPI_Allreduce(
                 values.data(), all.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD),
      "MPI_Allreduce");
  mpi::check(
      MPI_Scan(values.data(), scanned.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD),
      "MPI_Scan");
  const auto wanted = [](int i, int ranks) {
    return Complex(
        1.0 * i * ranks + ranks * (ranks - 1) / 2, 2.0 * i * ranks - ranks * (ranks - 1) / 2);
  };
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    probe.expect_equal(all[at], wanted(i, probe.size()),
        "sum " + std::to_string(i) + " of " + std::to_string(count));
    probe.expect_equal(
        scanned[at], wanted(i, probe.rank() + 1), "partial sum " + std::to_string(i));
  }
}

void complex_product(Probe& probe) {
  const Complex mine(1, 1);
  Complex all;
  mpi::check(MPI_Allreduce(&mine, &all, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD),
      "MPI_Allreduce");
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
    for (int i = 0; i < count; ++i)
      mine[static_cast<std::size_t>(i)] = {i % 2 == 0 ? 7.0 : probe.rank(), 100 - probe.rank()};
    probe.step("MPI_MAXLOC and MPI_MINLOC of " + std::to_string(count));
    mpi::check(MPI_Allreduce(
                   mine.data(), largest.data(), count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD),
        "MPI_Allreduce");
    mpi::check(MPI_Allreduce(
                   mine.data(), smallest.data(), count, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD),
        "MPI_Allreduce");
    const int lowest = 101 - probe.size();
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto place = "place " + std::to_string(i) + " of " + std::to_string(count);
      probe.expect_equal(largest[at].index, lowest, "index of the largest, " + place);
      probe.expect_equal(
          smallest[at].index, i % 2 == 0 ? lowest : 100, "index of the smallest, " + place);
      probe.expect_equal(
          largest[at].value, i % 2 == 0 ? 7.0 : probe.size() - 1.0, "the largest, " + place);
    }
  }
}

double reduced(Probe& probe, int rank_with_nan, MPI_Op operation) {
  const double mine =
      probe.rank() == rank_with_nan ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  double result = 0;
  mpi::check(
      MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD), "MPI_Allreduce");
  return result;
}

void run_not_a_number(Probe& probe) {
  probe.step("MPI_MAX and MPI_SUM with NaN");
  int kept = 0, tried = 0;
  for (int rank = 0; rank < probe.size(); ++rank, ++tried)
    kept += std::isnan(reduced(probe, rank, MPI_MAX)) ? 1 : 0;
  probe.expect(std::isnan(reduced(probe, 0, MPI_SUM)), "a sum with NaN is a number");
  const std::string text = kept == tried ? "always kept"
                           : kept == 0   ? "always lost"
                                         : "kept or lost by the rank that has it";
  probe.note("NaN under MPI_MAX is " + text);
  probe.fact("NaN under MPI_MAX", text);
}

using Matrix = std::array<long, 4>;

Matrix matrix_product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
      a[2] * b[1] + a[3] * b[3]};
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
    mpi::check(MPI_Allreduce(mine.data(), all.data(), count, matrix, multiply, MPI_COMM_WORLD),
        "MPI_Allreduce");
    for (int i = 0; i < count; ++i) {
      Matrix wanted = of_rank(0, i);
      for (int rank = 1; rank < probe.size(); ++rank)
        wanted = matrix_product(wanted, of_rank(rank, i));
      probe.expect(all[static_cast<std::size_t>(i)] == wanted, "product " + std::to_string(i) +
                                                                   " of " + std::to_string(count) +
                                                                   " is not in the order of ranks");
    }
  }
  mpi::check(MPI_Op_free(&multiply), "MPI_Op_free");
  mpi::check(MPI_Type_free(&matrix), "MPI_Type_free");
}

}  // namespace

std::vector<Case> reductions_cases() {
  return {
      // MPICH 3.4 to 4.1.1 crashes on one node with a root other than 0: pmodels/mpich#6540; also
      // pmodels/mpich#5700.
      {"reduce_in_place", legal, at_least(2), run_reduce_in_place,
          "MPI_Reduce with MPI_IN_PLACE at every root, 1 to 100 000 doubles",
          "the root may pass MPI_IN_PLACE for its send buffer, and its data are taken from the "
          "receive buffer (MPI 3.1, 5.9.1)"},
      {"allreduce_identical", legal, at_least(4), run_allreduce_identical,
          "sums that round are the same to the last bit on all ranks",
          "all processes receive identical results from MPI_Allreduce (MPI 3.1, 5.9.6)"},
      {"repeatable_sum", legal, at_least(4), run_repeatable_sum,
          "whether a sum that rounds comes out the same again, and with the ranks on other "
          "processes",
          "the same result for the same arguments in the same order is strongly recommended, not "
          "required (MPI 3.1, 5.9.1)"},
      {"scan", legal, at_least(4), run_scan, "inclusive and exclusive partial sums",
          "rank i receives the sum over ranks 0 to i, or below i; of the latter rank 0 has none "
          "(MPI 3.1, 5.11)"},
      {"reduce_scatter", legal, at_least(4), run_reduce_scatter,
          "MPI_Reduce_scatter with different counts, some zero",
          "the sum is scattered in blocks of the given counts, which must be non-negative (MPI "
          "3.1, 5.10)"},
      // The type of C; the MPI_CXX_* types are gone from some libraries' headers.
      {"complex_sum", legal, at_least(3), run_complex_sum,
          "sums, partial sums and a product of MPI_C_DOUBLE_COMPLEX",
          "MPI_SUM and MPI_PROD take complex types, MPI_C_DOUBLE_COMPLEX among them (MPI 3.1, "
          "5.9.2)"},
      {"max_location", legal, at_least(3), run_max_location,
          "MPI_MAXLOC and MPI_MINLOC with equal values",
          "of equal values the index returned is the least (MPI 3.1, 5.9.4)"},
      // What a solver that looks for NaN by a maximum must know.
      {"not_a_number", legal, at_least(3), run_not_a_number,
          "NaN on each rank in turn under MPI_MAX, and under MPI_SUM",
          "MPI_MAX does not say what becomes of NaN; a sum has it by IEEE arithmetic (MPI 3.1, "
          "5.9.2)"},
      // Two-by-two matrices: their product depends on the order, but not on the brackets.
      {"user_operation", legal, at_least(4), run_user_operation,
          "an operation of the user's that does not commute, on a derived type",
          "the order of the operands is that of the ranks if the operation is said not to commute "
          "(MPI 3.1, 5.9.5)"},
  };
}

}  // namespace febem::check
