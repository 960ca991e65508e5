// Products of large complex blocks by three real products in place of four.
#pragma once

#include <memory>
#include <type_traits>

#include "la/blas.h"
#include "la/matrix.h"

namespace febem::la {

/// Whether a Gemm of an m x k matrix multiplies by three real products.
constexpr bool by_three(Index m, Index k) { return m >= 128 && k >= 128; }

/// The left operand A of C -= A B, prepared once for any number of B. With A = Ar + i Ai and B = Br
/// + i Bi
///
///     K = (Ar + Ai) Br        A B = K - Ai (Br + Bi) + i (K + Ar (Bi - Br))
///
/// by real products (dgemm, sgemm). This takes three quarters of the flops of zgemm. If A is small,
/// the sums cost more than they save, and zgemm is used (`by_three`). The error of an entry has the
/// bound of the ordinary product, a small constant times the rounding of |A| |B|. The real and the
/// imaginary part have no such bounds of their own (N. J. Higham, Stability of a method for
/// multiplying complex matrices with three real matrix multiplications, SIAM J. Matrix Anal. Appl.
/// 13, 1992).
template <class T>
class Gemm {
 public:
  using Matrix = MatrixOf<T>;

  /// Keeps a copy of op(A), as three real matrices or one complex matrix.
  explicit Gemm(const Eigen::Ref<const Matrix>& a, Op op = Op::none);
  /// An m x k matrix whose columns are to be set.
  Gemm(Index m, Index k);
  /// A shape alone, which keeps `held`.
  Gemm(Index m, Index k, std::shared_ptr<T> held) : rows_(m), columns_(k), held_(std::move(held)) {}

  Index rows() const { return rows_; }
  Index cols() const { return columns_; }
  bool is_by_three() const { return by_three(rows_, columns_); }
  /// Entries of its memory.
  static Count entries(Index m, Index k) { return by_three(m, k) ? 3 * m * k / 2 : m * k; }
  /// Entries of what a product with n columns takes besides, for m rows.
  Count entries_of_product(Index m, Index n) const {
    return is_by_three() ? (columns_ * n + 2 * m * n) / 2 : 0;
  }

  /// Sets the columns first .. first + op(block).cols() of A.
  void set_columns(Index first, const Eigen::Ref<const Matrix>& block, Op op = Op::none);

  /// C -= op(A) B, for the rows of op(A) from `first_row` on, as many as C has. C overlaps neither
  /// A nor B.
  void subtract_product(
      Eigen::Ref<Matrix> c, const Eigen::Ref<const Matrix>& b, Index first_row = 0) const;

 private:
  using Real = Eigen::Matrix<typename T::value_type, Eigen::Dynamic, Eigen::Dynamic>;

  Index rows_, columns_;
  Matrix whole_;                 ///< op(A) where it is small
  Real real_, imaginary_, sum_;  ///< Ar, Ai and Ar + Ai where it is large
  std::shared_ptr<T> held_;      ///< of a shape
};

/// Y -= A^T X, a right-hand side a column: as subtract_product() of la/blas.h, but for many columns
/// by a Gemm of some columns of A after the other, which takes little memory.
void subtract_transposed_product(View y, const ConstView& a, const ConstView& x);

}  // namespace febem::la
