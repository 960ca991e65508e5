#include "timing/straight_line.h"

#include <cmath>
#include <numeric>

namespace febem::timing {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

StraightLine straight_line(std::span<const double> x, std::span<const double> y) {
  if (x.empty()) return {};
  const double x_mean = mean(x), y_mean = mean(y);
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
  }
  if (xx == 0) return {};
  StraightLine line{y_mean - xy / xx * x_mean, xy / xx, 0};
  if (x.size() == 2) return line;
  double rest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) rest += std::pow(y[i] - line.intercept - line.slope * x[i], 2);
  line.slope_error = std::sqrt(rest / static_cast<double>(x.size() - 2) / xx);
  return line;
}

}  // namespace febem::timing
