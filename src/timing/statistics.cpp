#include "timing/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace febem::timing {

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
  return {samples.size(),          samples.front(),         quantile(samples, 0.25), quantile(samples, 0.5),
          quantile(samples, 0.75), quantile(samples, 0.95), samples.back()};
}

bool Repetition::enough(std::span<const double> samples, double elapsed) const {
  if (samples.empty()) return false;
  if (samples.size() >= at_most || elapsed >= seconds) return true;
  return samples.size() >= at_least &&
         summarise({samples.begin(), samples.end()}).relative_spread() <= spread;
}

}  // namespace febem::timing
