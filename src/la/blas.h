// The BLAS and LAPACK routines that the stages use, on blocks in place. A complex multiply-add
// counts 8 flops. The overloads for single precision call cgemm, ctrsm, cgetrf and claswp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/types.h"
#include "la/matrix.h"

namespace febem::la {

using core::Count;

enum class Op { none, transpose };

/// C -= A op(B) (zgemm). C overlaps neither A nor B.
void subtract_product(View c, const ConstView& a, const ConstView& b, Op op_b = Op::none);
void subtract_product(
    SingleView c, const ConstSingleView& a, const ConstSingleView& b, Op op_b = Op::none);
/// C -= A B of real matrices (dgemm, sgemm).
void subtract_product(Eigen::Ref<RealMatrix> c, const Eigen::Ref<const RealMatrix>& a,
    const Eigen::Ref<const RealMatrix>& b);
void subtract_product(Eigen::Ref<Eigen::MatrixXf> c, const Eigen::Ref<const Eigen::MatrixXf>& a,
    const Eigen::Ref<const Eigen::MatrixXf>& b);
constexpr Count multiply_flops(Count m, Count n, Count k) { return 8 * m * n * k; }

/// Y -= op(A) X, a right-hand side a column (zgemm; zgemv, in one pass over A, for a single one). Y
/// overlaps neither A nor X.
void subtract_product(View y, Op op, const ConstView& a, const ConstView& x);
void subtract_product(SingleView y, Op op, const ConstSingleView& a, const ConstSingleView& x);

/// Sum of x_i y_i, of the same length (ddot).
double dot(std::span<const double> x, std::span<const double> y);

enum class Side { left, right };

/// B = op(L)^{-1} B (left) or B op(L)^{-1} (right), L unit lower triangular (ztrsm). The rest of
/// the block of L is not read.
void solve_unit_lower(Side side, Op op, const ConstView& l, View b);
void solve_unit_lower(Side side, Op op, const ConstSingleView& l, SingleView b);
constexpr Count solve_triangular_flops(Count order, Count right_hand_sides) {
  return 4 * order * order * right_hand_sides;
}

enum class Triangle { unit_lower, upper };

/// X = op(A)^{-1} X with a triangle of the square block A, a right-hand side a column (ztrsm; ztrsv
/// for a single one). The rest of A is not read.
void solve_triangle(Triangle triangle, Op op, const ConstView& a, View x);
void solve_triangle(Triangle triangle, Op op, const ConstSingleView& a, SingleView x);

/// P A = L U with partial pivoting of the rows of an m x n block, in place (zgetrf). Returns the
/// pivots: for each step k of min(m, n) the row (0-based) that is interchanged with row k. A zero
/// pivot leaves a zero on the diagonal of U.
std::vector<Index> factor_lu(View a);
std::vector<Index> factor_lu(SingleView a);
constexpr Count factor_lu_flops(Count m, Count n) { return 8 * (m * n * n - n * n * n / 3) / 2; }

/// Interchanges row k with row `pivots[k]`, k ascending (zlaswp).
void interchange_rows(View a, const std::vector<Index>& pivots);
void interchange_rows(SingleView a, const std::vector<Index>& pivots);

/// Symmetric (not Hermitian) indefinite factorisation with bounded Bunch-Kaufman (rook) pivoting,
/// in place: A = P L D L^T P^T (zsytrf_rk). Only the lower triangle is read.
struct SymmetricFactor {
  std::vector<Index> order;  ///< row k of L belongs to row order[k] of A
  Vector diagonal;           ///< diagonal of D
  Vector off_diagonal;       ///< entry (k+1, k) of D; zero if the pivot is 1 x 1
};
/// Factors A in place. On return the strict lower triangle of A holds that of L (zero beside the
/// off-diagonal entry of a 2 x 2 pivot).
SymmetricFactor factor_symmetric(View a);
constexpr Count factor_symmetric_flops(Count n) { return 8 * n * n * n / 6; }

/// A x = (alpha / beta) B x (zggev), the x as columns. Empty if that does not converge.
struct EigenPairs {
  Vector alpha, beta;
  Matrix vectors;
};
EigenPairs eigenpairs(Matrix a, Matrix b);

/// Singular values of a square A, descending, and right singular vectors as columns (zgesvd).
struct SingularPairs {
  RealVector values;
  Matrix vectors;
};
SingularPairs singular_pairs(Matrix a);

}  // namespace febem::la
