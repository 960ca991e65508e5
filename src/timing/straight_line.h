// Linear regression.
#pragma once

#include <span>

namespace febem::timing {

struct StraightLine {
  double intercept = 0;
  double slope = 0;
  double slope_error = 0;  ///< standard error of the slope; 0 for two points
};

/// Least squares fit of y = intercept + slope x. All zeros without two different x.
StraightLine straight_line(std::span<const double> x, std::span<const double> y);

}  // namespace febem::timing
