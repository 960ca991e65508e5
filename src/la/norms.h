// Norms and maxima in which a NaN prevails: std::max and Eigen's norms may drop it, and what is compared with a limit
// would then pass. And an estimate of the norm of an operator from a few products with it, such as |A^{-1}| from solutions.
#pragma once

#include <array>
#include <cmath>

#include "la/matrix.h"

namespace febem::la {

/// The larger of two; NaN if either is.
inline double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }
/// The smaller of two; NaN if either is.
inline double smaller(double a, double b) { return a < b || std::isnan(a) ? a : b; }

/// Largest modulus of the entries, 0 of none; NaN if one is NaN.
template <class Derived>
double max_norm(const Eigen::MatrixBase<Derived>& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

/// Largest sum of moduli in a column, 0 of none; NaN if an entry is NaN.
template <class Derived>
double largest_column_sum(const Eigen::MatrixBase<Derived>& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().colwise().sum().template maxCoeff<Eigen::PropagateNaN>();
}

/// LAPACK's zlacn2 (Higham, ACM Trans. Math. Softw. 14, 1988): a lower bound of the 1-norm of an n x n operator, hardly ever
/// below a third of it. By reverse communication: call next() with the product it asked for until it asks for nothing.
class OneNormEstimate {
 public:
  explicit OneNormEstimate(Index n);

  enum class Ask : int { nothing = 0, product = 1, adjoint_product = 2 };
  /// `x` holds what was asked for last (anything at first) and becomes the vector to multiply next, by the operator or by
  /// its conjugate transpose.
  Ask next(Vector& x);
  double value() const { return value_; }

 private:
  int n_;
  Vector work_;
  double value_ = 0;
  int ask_ = 0;
  std::array<int, 3> state_{};
};

}  // namespace febem::la
