// Interpolation of a vector-valued function of one variable by rational functions, from few values.
#pragma once

#include <vector>

#include "la/matrix.h"

namespace febem::la {

/// The minimal rational interpolant of f(x) with values f_j at x_j (Pradovera, SIAM J. Numer. Anal.
/// 58, 2020, 2265):
///
///   f~(x) = sum_j q_j f_j / (x - x_j) / D(x),    D(x) = sum_j q_j / (x - x_j),
///
/// where q makes |sum_j q_j f_j| the least of those with sum_j |q_j f_j|^2 = 1: q_j |f_j| is the
/// right singular vector of (f_0 / |f_0| .. f_n / |f_n|) with the smallest singular value. So small
/// values count as large ones do. If several singular values are zero to rounding, of all such q
/// that is taken which is nearest to the weights of the polynomial through all f_j: any other may
/// have poles that f has not. The values are kept as Q R with orthonormal columns of Q.
/// A function with few poles near an interval needs a few values more than poles there.
class RationalInterpolant {
 public:
  /// The position must be a new one, and the value of the size of all before.
  void add(double x, Vector value);

  Index values() const { return std::ssize(x_); }
  /// 1 / |D(x) f~(x)|, which grows with the relative error: the next value belongs where it is
  /// greatest. 0 at the positions of values.
  double indicator(double x) const;
  /// w with f~(x) = sum_j w_j f_j, in the order of adding; at x_j only w_j = 1.
  Vector weights(Complex x) const { return weights(x, q_); }
  /// f~(x); f_j at x_j.
  Vector at(double x) const { return of_values(weights(x)); }
  /// f~(x) as it was before the last value.
  Vector before(double x) const { return of_values(weights(x, q_before_)); }

  /// A zero of D: a pole of f~.
  struct Pole {
    Complex x;
    /// |residue| / |Im x|, what it adds to |f~| on the real axis, over the median of |f_j|.
    double height;
  };
  std::vector<Pole> poles() const;

 private:
  Vector terms(Complex x, const Vector& q) const;
  Vector weights(Complex x, const Vector& q) const;
  Vector of_values(const Vector& weights) const;

  std::vector<double> x_;
  std::vector<Vector> basis_;  ///< columns of Q
  Matrix r_;
  Vector q_, q_before_;
};

}  // namespace febem::la
