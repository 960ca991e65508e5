// An estimate of the norm of an operator from a few products with it, such as |A^{-1}| from solutions.
#pragma once

#include <array>

#include "la/matrix.h"

namespace febem::la {

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
