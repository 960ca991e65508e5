// Error and order of convergence, estimated from solutions on a family of meshes.
#pragma once

#include <vector>

namespace febem::solve {

/// The convergence of a quantity v on meshes of panel size h, coarsest first.
struct Convergence {
  double limit;  ///< extrapolated limit; NaN if the values do not approach one
  double order;  ///< order of the error in h; NaN if it is unknown
  std::vector<double>
      errors;  ///< |v - limit| / |limit| on each mesh; without a limit, for each mesh the largest
               ///< difference between two meshes over the last value
};

/// Fits v(h) = limit + c h^order to the three finest meshes. With two meshes the order is taken as
/// 2, as smooth solutions have. Values that swing about their limit, or have an order outside 0.3
/// .. 8, get neither limit nor order. `h` decreases. `values` has as many entries as `h`, at least
/// two.
Convergence convergence(const std::vector<double>& h, const std::vector<double>& values);

}  // namespace febem::solve
