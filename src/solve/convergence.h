// Error and order of convergence, estimated from solutions on a family of meshes.
#pragma once

#include <vector>

namespace febem::solve {

/// A quantity v on meshes of panel size h, coarsest first.
struct Convergence {
  double limit;  ///< extrapolated; NaN if the values do not approach one
  double order;  ///< of the error in h; NaN if unknown
  /// |v - limit| / |limit| on each mesh; without a limit the largest difference of two meshes over
  /// the last value.
  std::vector<double> errors;
};

/// Fits v(h) = limit + c h^order to the three finest of at least two meshes; with two the order is
/// 2, as of smooth solutions. Values that swing about their limit, or have an order outside 0.3 ..
/// 8, get neither limit nor order. `h` decreases.
Convergence convergence(const std::vector<double>& h, const std::vector<double>& values);

}  // namespace febem::solve
