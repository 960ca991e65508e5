// Reductions: in place, reproducible, partial and scattered; their operations: complex sums, places
// of extremes, NaN, the user's.
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"

namespace febem::check {
namespace {

void reduce_to(Probe& probe, int root, int count) {
  std::vector<double> values(count);
  for (int i = 0; i < count; ++i) values[i] = i + probe.rank();
  if (probe.rank() == root)
    MUST(MPI_Reduce(MPI_IN_PLACE, values.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD));
  else
    MUST(MPI_Reduce(values.data(), nullptr, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD));
  if (probe.rank() != root) return;
  const double all = probe.size(), of_ranks = all * (all - 1) / 2;
  for (int i = 0; i < count; ++i)
    probe.expect_equal(values[i], all * i + of_ranks, "sum ", i, " of ", count, " at root ", root);
}

void run_reduce_in_place(Probe& probe) {
  for (const int count : {1, 100, 1000, 10000, 100000})
    for (int root = 0; root < probe.size(); ++root) {
      probe.step("MPI_Reduce in place of ", count, " doubles to root ", root);
      reduce_to(probe, root, count);
    }
}

/// Numbers whose sums round.
double uneven(int i, int rank) { return 1.0 / (3 + i + 7 * rank) - 0.1 * rank; }

void run_allreduce_identical(Probe& probe) {
  for (const int count : {1, 3, 1000, 200003}) {
    std::vector<double> mine(count), sum(mine), of_root(mine);
    for (int i = 0; i < count; ++i) mine[i] = uneven(i, probe.rank());
    probe.step("MPI_Allreduce of ", count, " doubles");
    all_reduce(mine, sum, MPI_SUM);
    of_root = sum;
    broadcast(of_root, 0);
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (std::memcmp(&sum[i], &of_root[i], sizeof(double)) != 0)
        return probe.expect_equal(sum[i], of_root[i], "sum ", i, " on rank ", probe.rank());
  }
}

constexpr int sum_length = 20011;

std::vector<double> sum(MPI_Comm comm, int contribution) {
  std::vector<double> mine(sum_length), result(sum_length);
  for (int i = 0; i < sum_length; ++i) mine[i] = uneven(i, contribution);
  all_reduce(mine, result, MPI_SUM, comm);
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
  MUST(MPI_Comm_split(MPI_COMM_WORLD, 0, probe.right(), &turned));
  const bool over_places = same_bits(first, sum(turned, rank_in(turned)));
  MUST(MPI_Comm_free(&turned));
  probe.note("repeats to the bit: ", yes_or_no(repeats),
      "; with ranks on other processes: ", yes_or_no(over_places));
  probe.fact("a sum repeats to the bit", repeats);
  probe.fact("a sum is the same with the ranks on other processes", over_places);
}

void run_scan(Probe& probe) {
  for (const int count : {1, 3000}) {
    std::vector<int> mine(count, probe.rank() + 1), with(mine.size()), without(mine.size(), -5);
    probe.step("MPI_Scan and MPI_Exscan of ", count);
    MUST(MPI_Scan(mine.data(), with.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    MUST(MPI_Exscan(mine.data(), without.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
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
  std::vector<int> mine(all), part(all, -1);
  for (int i = 0; i < all; ++i) mine[i] = i * (probe.rank() + 1);
  probe.step("MPI_Reduce_scatter with nothing for every second rank");
  MUST(MPI_Reduce_scatter(
      mine.data(), part.data(), lengths.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  int before = 0;
  for (int rank = 0; rank < probe.rank(); ++rank) before += lengths[rank];
  const int own = lengths[probe.rank()], factor = probe.size() * (probe.size() + 1) / 2;
  for (int i = 0; i < own; ++i) probe.expect_equal(part[i], (before + i) * factor, "sum ", i);
  if (own < all) probe.expect_equal(part[own], -1, "what lies behind this rank's part");
}

using Complex = std::complex<double>;

void sums(Probe& probe, int count) {
  std::vector<Complex> values(count), all(values), scanned(values);
  for (int i = 0; i < count; ++i) values[i] = {1.0 * i + probe.rank(), 2.0 * i - probe.rank()};
  all_reduce(values, all, MPI_SUM);
  MUST(MPI_Scan(
      values.data(), scanned.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD));
  const auto wanted = [](int i, int ranks) {
    return Complex(
        1.0 * i * ranks + ranks * (ranks - 1) / 2, 2.0 * i * ranks - ranks * (ranks - 1) / 2);
  };
  for (int i = 0; i < count; ++i) {
    probe.expect_equal(all[i], wanted(i, probe.size()), "sum ", i, " of ", count);
    probe.expect_equal(scanned[i], wanted(i, probe.rank() + 1), "partial sum ", i);
  }
}

void complex_product(Probe& probe) {
  const Complex mine(1, 1);
  Complex all;
  all_reduce({&mine, 1}, {&all, 1}, MPI_PROD);
  Complex wanted(1, 0);
  for (int i = 0; i < probe.size(); ++i) wanted *= mine;
  probe.expect_equal(all, wanted, "product of (1,1)");
}

void run_complex_sum(Probe& probe) {
  for (const int count : {1, 2, 63, 1000, 50001}) {
    probe.step("sums of ", count, " complex numbers");
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
    std::vector<Located> mine(count), largest(mine), smallest(mine);
    // All are equal in the even places; in the odd the last rank has the largest.
    for (int i = 0; i < count; ++i) mine[i] = {i % 2 == 0 ? 7.0 : probe.rank(), 100 - probe.rank()};
    probe.step("MPI_MAXLOC and MPI_MINLOC of ", count);
    const In own(mine.data(), count, MPI_DOUBLE_INT);
    all_reduce(own, {largest.data(), count, MPI_DOUBLE_INT}, MPI_MAXLOC);
    all_reduce(own, {smallest.data(), count, MPI_DOUBLE_INT}, MPI_MINLOC);
    const int lowest = 101 - probe.size();
    for (int i = 0; i < count; ++i) {
      const auto place = text("place ", i, " of ", count);
      probe.expect_equal(largest[i].index, lowest, "index of the largest, ", place);
      probe.expect_equal(
          smallest[i].index, i % 2 == 0 ? lowest : 100, "index of the smallest, ", place);
      probe.expect_equal(
          largest[i].value, i % 2 == 0 ? 7.0 : probe.size() - 1.0, "the largest, ", place);
    }
  }
}

double reduced(Probe& probe, int rank_with_nan, MPI_Op operation) {
  const double mine =
      probe.rank() == rank_with_nan ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  double result = 0;
  all_reduce(mine, result, operation);
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
  probe.note("NaN under MPI_MAX is ", text);
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
  MUST(MPI_Type_contiguous(4, MPI_LONG, &matrix));
  MUST(MPI_Type_commit(&matrix));
  MUST(MPI_Op_create(multiply_all, 0, &multiply));
  for (const int count : {1, 100, 5000}) {
    std::vector<Matrix> mine(count), all(mine);
    for (int i = 0; i < count; ++i) mine[i] = of_rank(probe.rank(), i);
    probe.step("a product of ", count, " matrices over the ranks");
    all_reduce({mine.data(), count, matrix}, {all.data(), count, matrix}, multiply);
    for (int i = 0; i < count; ++i) {
      Matrix wanted = of_rank(0, i);
      for (int rank = 1; rank < probe.size(); ++rank)
        wanted = matrix_product(wanted, of_rank(rank, i));
      probe.expect(all[i] == wanted, "product ", i, " of ", count, " is not in the order of ranks");
    }
  }
  MUST(MPI_Op_free(&multiply));
  MUST(MPI_Type_free(&matrix));
}

}  // namespace

std::vector<Case> reductions_cases() {
  return {
      // MPICH 3.4 to 4.1.1 crashes on one node with a root other than 0: pmodels/mpich#6540; also
      // pmodels/mpich#5700.
      {"reduce_in_place", legal, at_least(2), run_reduce_in_place,
          "MPI_Reduce with MPI_IN_PLACE at every root, 1 to 100 000 doubles",
          "the root may pass MPI_IN_PLACE for its send buffer, and its data are taken from the "
          "receive buffer",
          "5.9.1"},
      {"allreduce_identical", legal, at_least(4), run_allreduce_identical,
          "sums that round are the same to the last bit on all ranks",
          "all processes receive identical results from MPI_Allreduce", "5.9.6"},
      {"repeatable_sum", legal, at_least(4), run_repeatable_sum,
          "whether a sum that rounds comes out the same again, and with the ranks on other "
          "processes",
          "the same result for the same arguments in the same order is strongly recommended, not "
          "required",
          "5.9.1"},
      {"scan", legal, at_least(4), run_scan, "inclusive and exclusive partial sums",
          "rank i receives the sum over ranks 0 to i, or below i; of the latter rank 0 has none",
          "5.11"},
      {"reduce_scatter", legal, at_least(4), run_reduce_scatter,
          "MPI_Reduce_scatter with different counts, some zero",
          "the sum is scattered in blocks of the given counts, which must be non-negative", "5.10"},
      // The type of C; the MPI_CXX_* types are gone from some libraries' headers.
      {"complex_sum", legal, at_least(3), run_complex_sum,
          "sums, partial sums and a product of MPI_C_DOUBLE_COMPLEX",
          "MPI_SUM and MPI_PROD take complex types, MPI_C_DOUBLE_COMPLEX among them", "5.9.2"},
      {"max_location", legal, at_least(3), run_max_location,
          "MPI_MAXLOC and MPI_MINLOC with equal values",
          "of equal values the index returned is the least", "5.9.4"},
      // A solver that looks for NaN by a maximum must know this.
      {"not_a_number", legal, at_least(3), run_not_a_number,
          "NaN on each rank in turn under MPI_MAX, and under MPI_SUM",
          "MPI_MAX does not say what becomes of NaN; a sum has it by IEEE arithmetic", "5.9.2"},
      // Two-by-two matrices: their product depends on the order, but not on the brackets.
      {"user_operation", legal, at_least(4), run_user_operation,
          "an operation of the user's that does not commute, on a derived type",
          "the order of the operands is that of the ranks if the operation is said not to commute",
          "5.9.5"},
  };
}

}  // namespace febem::check
