#include "timing/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace febem::timing {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double Summary::relative_spread() const {
  return median > 0 ? (upper_quartile - lower_quartile) / median : 0;
}

double quantile(std::span<const double> ascending, double fraction) {
  const double place = fraction * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], place - static_cast<double>(below));
}

Summary summarise(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  return {samples.size(), samples.front(), quantile(samples, 0.25), quantile(samples, 0.5),
      quantile(samples, 0.75), quantile(samples, 0.95), samples.back()};
}

bool Repetition::enough(std::span<const double> samples, double elapsed) const {
  if (samples.empty()) return false;
  if (samples.size() >= at_most || elapsed >= seconds) return true;
  return samples.size() >= at_least &&
         summarise({samples.begin(), samples.end()}).relative_spread() <= spread;
}

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
  for (std::size_t i = 0; i < x.size(); ++i)
    rest += std::pow(y[i] - line.intercept - line.slope * x[i], 2);
  line.slope_error = std::sqrt(rest / static_cast<double>(x.size() - 2) / xx);
  return line;
}

}  // namespace febem::timing
