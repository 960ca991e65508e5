// The straight line through scattered points.
#pragma once

#include <span>

namespace febem::timing {

struct StraightLine {
  double intercept = 0;
  double slope = 0;
  double slope_error = 0;  ///< standard error of the slope; 0 for two points
};

/// Least squares of y = intercept + slope x. Zeros without two different x.
StraightLine straight_line(std::span<const double> x, std::span<const double> y);

}  // namespace febem::timing
