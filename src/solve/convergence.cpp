#include "solve/convergence.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace febem::solve {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double least_order = 0.3, most_order = 8, assumed_order = 2;

/// p in (v1 - v2) / (v2 - v3) = (h1^p - h2^p) / (h2^p - h3^p), which rises with p.
std::optional<double> order_of(const std::array<double, 3>& h, const std::array<double, 3>& v) {
  const double ratio = (v[0] - v[1]) / (v[1] - v[2]);
  const auto excess = [&](double p) {
    return (std::pow(h[0], p) - std::pow(h[1], p)) / (std::pow(h[1], p) - std::pow(h[2], p)) - ratio;
  };
  if (!(excess(least_order) < 0 && excess(most_order) > 0)) return {};
  std::uintmax_t steps = 100;
  const auto [low, high] = boost::math::tools::toms748_solve(excess, least_order, most_order,
                                                             boost::math::tools::eps_tolerance<double>(40), steps);
  return (low + high) / 2;
}

Convergence without_limit(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {nan, nan, std::vector(values.size(), (*high - *low) / std::abs(values.back()))};
}

}  // namespace

Convergence convergence(const std::vector<double>& h, const std::vector<double>& values) {
  const std::size_t last = values.size() - 1;
  const bool told = values.size() >= 3;
  const auto order = told ? order_of({h[last - 2], h[last - 1], h[last]}, {values[last - 2], values[last - 1], values[last]})
                          : std::optional(assumed_order);
  if (!order) return without_limit(values);
  const double coarse = std::pow(h[last - 1], *order), fine = std::pow(h[last], *order);
  const double limit = values[last] + (values[last] - values[last - 1]) * fine / (coarse - fine);
  Convergence result{limit, told ? *order : nan, {}};
  for (const double v : values) result.errors.push_back(std::abs(v - limit) / std::abs(limit));
  return result;
}

}  // namespace febem::solve
