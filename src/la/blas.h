// The BLAS and LAPACK routines the stages use, on column-major blocks. One complex multiply-add counts 8 flops.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/types.h"
#include "la/matrix.h"

namespace febem::la {

using core::Count;

/// A column-major block of a larger array: element (i, j) at data[i + j * stride].
template <class T>
struct Block {
  T* data;
  Index rows, columns;
  Index stride;
};
using ConstBlock = Block<const Complex>;
using MutableBlock = Block<Complex>;

inline MutableBlock block(Matrix& a) {
  return {a.data(), static_cast<Index>(a.rows()), static_cast<Index>(a.cols()), static_cast<Index>(a.rows())};
}
inline ConstBlock block(const Matrix& a) {
  return {a.data(), static_cast<Index>(a.rows()), static_cast<Index>(a.cols()), static_cast<Index>(a.rows())};
}
template <class T>
Block<T> sub_block(const Block<T>& a, Index row, Index column, Index rows, Index columns) {
  return {a.data + row + static_cast<std::ptrdiff_t>(column) * a.stride, rows, columns, a.stride};
}

enum class Op { none, transpose };

/// c = alpha op(a) op(b) + beta c (zgemm).
void multiply(Complex alpha, ConstBlock a, Op op_a, ConstBlock b, Op op_b, Complex beta, MutableBlock c);
constexpr Count multiply_flops(Count m, Count n, Count k) { return 8 * m * n * k; }

/// Sum of x_i y_i, of the same length (ddot).
double dot(std::span<const double> x, std::span<const double> y);

enum class Side { left, right };
enum class Triangle { lower, upper };
enum class Diagonal { unit, given };

/// b = op(a)^{-1} b (left) or b op(a)^{-1} (right), a triangular (ztrsm).
void solve_triangular(Side side, Triangle triangle, Op op, Diagonal diagonal, ConstBlock a, MutableBlock b);
constexpr Count solve_triangular_flops(Count order, Count right_hand_sides) { return 4 * order * order * right_hand_sides; }

/// P a = L U with partial pivoting of the rows of an m x n block, in place (zgetrf). Returns for each of the min(m, n) steps
/// the row (0-based) exchanged with it. A zero pivot leaves a zero on the diagonal of U.
std::vector<Index> factor_lu(MutableBlock a);
constexpr Count factor_lu_flops(Count m, Count n) { return 8 * (m * n * n - n * n * n / 3) / 2; }

/// Exchanges row first + k with row `exchanged[k]`, k ascending (zlaswp).
void exchange_rows(MutableBlock a, const std::vector<Index>& exchanged);

/// Symmetric (not Hermitian) indefinite factorisation with bounded Bunch-Kaufman (rook) pivoting, in place:
/// a = P L D L^T P^T (zsytrf_rk). Only the lower triangle is read.
struct SymmetricFactor {
  std::vector<Index> order;         ///< row k of L belongs to row order[k] of a
  std::vector<Complex> diagonal;    ///< of D
  std::vector<Complex> off_diagonal;  ///< (k+1, k) of D; zero where the pivot is 1 x 1
};
/// On return the strict lower triangle of a holds that of L (zero next to the off-diagonal entry of a 2 x 2 pivot).
SymmetricFactor factor_symmetric(MutableBlock a);
constexpr Count factor_symmetric_flops(Count n) { return 8 * n * n * n / 6; }

/// Restricts the library to one thread a process: ranks share the machine, not BLAS.
void use_one_thread();
/// Name and version of the BLAS that is loaded, or its file where it does not tell.
std::string blas_library();

}  // namespace febem::la
