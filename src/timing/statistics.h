// Statistics of repeated measurements of one quantity, when there are enough of them, and linear
// regression.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace febem::timing {

/// Order statistics of samples, in the unit of the samples. Times are skewed: no mean, no standard
/// deviation.
struct Summary {
  std::size_t n = 0;
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double p95 = 0;
  double largest = 0;

  /// Interquartile range over median: 0 when the samples do not scatter (also when the median is
  /// 0).
  double relative_spread() const;
};

/// The value that a fraction (0 to 1) of the samples does not exceed, interpolated between the two
/// nearest (as in numpy.quantile). `ascending` is sorted and not empty.
double quantile(std::span<const double> ascending, double fraction);

/// Zeros if there are no samples.
Summary summarise(std::vector<double> samples);

/// How often to repeat a measurement. All ranks must reach the same decision: let one decide and
/// tell the others.
struct Repetition {
  std::size_t at_least =
      5;  ///< samples, before the spread is looked at; the limit on seconds comes first
  std::size_t at_most = 100;
  double spread = 0.05;  ///< stop when relative_spread() is no larger
  double seconds = 2;    ///< stop when the samples took as long

  /// Whether `samples` that took `elapsed` seconds together are enough. Never without any.
  bool enough(std::span<const double> samples, double elapsed) const;
};

struct StraightLine {
  double intercept = 0;
  double slope = 0;
  double slope_error = 0;  ///< standard error of the slope; 0 for two points
};

/// Least squares fit of y = intercept + slope x. All zeros without two different x.
StraightLine straight_line(std::span<const double> x, std::span<const double> y);

}  // namespace febem::timing
