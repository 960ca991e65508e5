// Norms and maxima in which a NaN prevails: std::max and Eigen's norms may drop it, and what is compared with a limit
// would then pass.
#pragma once

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

}  // namespace febem::la
