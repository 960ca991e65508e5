// What solutions on a family of meshes say of their own error.
#pragma once

#include <vector>

namespace febem::solve {

/// How one quantity v converges on meshes of panel size h, coarsest first.
struct Convergence {
  double limit;                ///< extrapolated; NaN if the values do not approach one
  double order;                ///< of the error in h; NaN if it cannot be told
  std::vector<double> errors;  ///< |v - limit| / |limit| on each mesh; without a limit the largest difference between two meshes
                               ///< over the last value, on all
};

/// v(h) = limit + c h^order through the three finest meshes; through two with the order 2 that smooth solutions have. Values that
/// swing about their limit, or of an order outside 0.3 .. 8, have neither limit nor order. `h` falls; as many values, two at
/// least.
Convergence convergence(const std::vector<double>& h, const std::vector<double>& values);

}  // namespace febem::solve
