// Kernels of the NAS Parallel Benchmarks (RNR-94-007): EP, CG and IS, and what they have in common.
#pragma once

#include <mpi.h>

#include <Eigen/SparseCore>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mpi/check.h"
#include "mpi/communicator.h"
#include "mpi/modelled.h"

namespace febem::nas {

enum class Class { s, w, a };

/// A figure that the benchmark prescribes.
struct Check {
  std::string what;
  double value;
  double expected;
  double tolerance;  ///< relative

  /// Relative.
  double error() const { return std::abs(value - expected) / std::abs(expected); }
  /// False for NaN.
  bool holds() const { return error() <= tolerance; }
};

struct Result {
  double seconds = 0;     ///< of the slowest rank
  double operations = 0;  ///< as the benchmark counts them, of all ranks together
  std::vector<Check> checks;
};

/// The ranks of a run, and how fast they are taken to be.
struct Machine {
  const mpi::Communicator& ranks;
  double rate = 0;  ///< operations a second and rank; 0: as fast as they are
  double owed = 0;  ///< seconds too short to be waited for yet

  /// Lets the time of a rank's own operations pass, where a rate is given: under a simulator what
  /// is computed takes none.
  void charge(double operations) {
    if (rate > 0) owed += operations / rate;
    if (owed > mpi::shortest_time) mpi::pass_time(std::exchange(owed, 0.0));
  }
};

inline double all_reduce(const mpi::Communicator& ranks, double value, MPI_Op operation) {
  double result = 0;
  mpi::check(
      MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation, ranks.handle()), "MPI_Allreduce");
  return result;
}
/// The sum of a number over all ranks. Collective.
inline double sum(const mpi::Communicator& ranks, double value) {
  return all_reduce(ranks, value, MPI_SUM);
}
/// The largest. Collective.
inline double largest(const mpi::Communicator& ranks, double value) {
  return all_reduce(ranks, value, MPI_MAX);
}

/// The pseudo-random numbers of the NAS benchmarks: x_{k+1} = a x_k mod 2^46, a = 5^13 (RNR-94-007,
/// 2.3).
class Random {
 public:
  explicit Random(std::uint64_t seed) : x_(seed) {}

  /// x_{k+1} / 2^46.
  double next() {
    x_ = times(x_, multiplier);
    return static_cast<double>(x_) * 0x1p-46;
  }

  /// Leaves out the next `count` numbers.
  void skip(std::uint64_t count) {
    for (auto power = multiplier; count > 0; count >>= 1, power = times(power, power))
      if (count & 1) x_ = times(x_, power);
  }

  std::uint64_t state() const { return x_; }

 private:
  static constexpr std::uint64_t multiplier = 1220703125;  // 5^13
  /// What overflows is above the 46 bits that stay.
  static constexpr std::uint64_t times(std::uint64_t x, std::uint64_t y) {
    return (x * y) & ((std::uint64_t{1} << 46) - 1);
  }

  std::uint64_t x_;
};

// EP: pairs of normally distributed numbers are counted by their size (RNR-94-007, 2.2). Nothing
// but three sums is exchanged.

struct GaussianPairs {
  double sum_x = 0, sum_y = 0;
  std::array<double, 10> annuli{};  ///< pairs with floor(max(|X|, |Y|)) = 0 .. 9

  double accepted() const;
};

/// The Gaussian pairs from the pairs of uniform numbers first .. first + count - 1 of the
/// benchmark's sequence.
GaussianPairs gaussian_pairs(std::uint64_t first, std::uint64_t count);

/// Any number of ranks. Collective.
Result ep(Class problem, Machine& machine);

// CG: the smallest eigenvalue of a sparse symmetric matrix by inverse iteration, with a conjugate
// gradient solver (RNR-94-007, 2.4). Its many short sums and vectors exchanged between pairs of
// ranks are what a network's latency shows in.

/// Rows and columns count from the first of the block.
using SparseBlock = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct SparseProblem {
  int order;
  int nonzeros;  ///< of each random vector
  int iterations;
  double shift;
  double zeta;  ///< prescribed
};

SparseProblem sparse_problem(Class problem);

/// The block of rows first_row .. end_row - 1 and columns first_column .. end_column - 1 of the
/// benchmark's matrix: the sum of the products w_i x_i x_i^T of random sparse vectors, w_i from 1
/// down to 0.1, plus 0.1 - shift on the diagonal.
SparseBlock sparse_block(
    const SparseProblem& problem, int first_row, int end_row, int first_column, int end_column);

/// Empty, or why the kernel cannot run on so many ranks.
std::string cg_refusal(Class problem, int ranks);

/// Ranks: a power of two. Collective.
Result cg(Class problem, Machine& machine);

// IS: integer keys are ranked by buckets (RNR-94-007, 2.7): ten times an all-reduce of the buckets'
// sizes and an all-to-all of the keys.

/// Keys first .. first + count - 1 of the benchmark's sequence, each below `largest`.
std::vector<int> random_keys(long first, long count, int largest);

/// Whether the ranks' own keys, which may be none, are in order, one rank after the other.
/// Collective.
bool in_order(const mpi::Communicator& ranks, std::span<const int> own);

/// Empty, or why the kernel cannot run on so many ranks.
std::string is_refusal(Class problem, int ranks);

/// Ranks: a power of two. Collective.
Result is(Class problem, Machine& machine);

}  // namespace febem::nas
