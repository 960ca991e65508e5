#include "bem/moment_sums.h"

#include <cmath>

#include "bem/panel_basis.h"

namespace febem::bem {

const LineRule& gauss_rule(int n) {
  static const std::vector<LineRule> rules = [] {
    std::vector<LineRule> all(LineRule::capacity + 1);
    for (int size = 1; size <= LineRule::capacity; ++size)
      for (const auto& [t, weight] : gauss_line(size)) all[size].append(t, weight);
    return all;
  }();
  return rules[n];
}

int gauss_points(double length, double minus_half_log_of_error, double more) {
  return std::min(LineRule::capacity,
      static_cast<int>(std::ceil(minus_half_log_of_error / std::asinh(core::pi / length) + more)));
}

}  // namespace febem::bem
