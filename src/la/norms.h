// Norms and maxima that keep a NaN. std::max and Eigen's norms may drop a NaN, and a comparison
// with a limit would then pass. This header also has an estimate of the norm of an operator from a
// few products with it, such as |A^{-1}| from solutions.
#pragma once

#include <array>
#include <cmath>

#include "la/matrix.h"

extern "C" void zlacn2_(const int* n, void* v, void* x, double* estimate, int* kase, int* isave);

namespace febem::la {

/// The larger of two numbers; NaN if either is NaN.
inline double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }
/// The smaller of two numbers; NaN if either is NaN.
inline double smaller(double a, double b) { return a < b || std::isnan(a) ? a : b; }

/// The largest modulus of the entries; 0 without entries; NaN if an entry is NaN.
template <class Derived>
double max_norm(const Eigen::MatrixBase<Derived>& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

/// The largest modulus and the largest sum of moduli in a column, as max_norm(). Moduli beyond
/// 1e154 overflow, and those below 1e-154 count as zero: that spares most of the time of hypot.
struct MatrixNorms {
  double entry = 0, column_sum = 0;
};
template <class Derived>
MatrixNorms norms_of(const Eigen::MatrixBase<Derived>& x) {
  MatrixNorms result;
  Eigen::ArrayXd moduli;
  for (Index j = 0; j < x.cols() && x.rows() > 0; ++j) {
    moduli = x.col(j).template cast<Complex>().cwiseAbs2().array().sqrt();
    result.entry = larger(result.entry, moduli.template maxCoeff<Eigen::PropagateNaN>());
    result.column_sum = larger(result.column_sum, moduli.sum());
  }
  return result;
}

/// A lower bound of the 1-norm of an n x n operator, hardly ever below a third of it, by LAPACK's
/// zlacn2 (Higham, ACM Trans. Math. Softw. 14, 1988). It works by reverse communication: call
/// next() with the product that it asked for, until it asks for nothing.
class OneNormEstimate {
 public:
  explicit OneNormEstimate(Index n) : n_(static_cast<int>(n)), work_(n) {}

  enum class Ask : int { nothing = 0, product = 1, adjoint_product = 2 };
  /// `x` holds the product that was asked for last (anything in the first call). It becomes the
  /// vector to multiply next, by the operator or by its conjugate transpose.
  Ask next(Vector& x) {
    x.conservativeResize(n_);
    zlacn2_(&n_, work_.data(), x.data(), &value_, &ask_, state_.data());
    return static_cast<Ask>(ask_);
  }
  double value() const { return value_; }

 private:
  int n_;
  Vector work_;
  double value_ = 0;
  int ask_ = 0;
  std::array<int, 3> state_{};
};

}  // namespace febem::la
