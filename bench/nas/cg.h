// CG: the smallest eigenvalue of a sparse symmetric matrix by inverse iteration, with a conjugate gradient
// solver (RNR-94-007, 2.4). Its many short sums and vectors exchanged between pairs of ranks are what a
// network's latency shows in.
#pragma once

#include <vector>

#include "bench/nas/kernel.h"

namespace febem::nas {

/// Rows of a sparse matrix, compressed; columns count from the first of the block.
struct SparseBlock {
  std::vector<int> starts;  ///< of each row, and the end
  std::vector<int> columns;
  std::vector<double> values;
};

struct SparseProblem {
  int order;
  int nonzeros;  ///< of each random vector
  int iterations;
  double shift;
  double zeta;  ///< prescribed
};

SparseProblem sparse_problem(Class problem);

/// The block of rows first_row .. end_row - 1 and columns first_column .. end_column - 1 of the benchmark's
/// matrix: the sum of the products w_i x_i x_i^T of random sparse vectors, w_i from 1 down to 0.1, plus 0.1 -
/// shift on the diagonal.
SparseBlock sparse_block(const SparseProblem& problem, int first_row, int end_row, int first_column,
                         int end_column);

/// Empty, or why the kernel cannot run on so many ranks.
std::string cg_refusal(Class problem, int ranks);

/// Ranks: a power of two. Collective.
Result cg(Class problem, Machine& machine);

}  // namespace febem::nas
