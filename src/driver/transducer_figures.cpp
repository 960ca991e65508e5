#include "driver/transducer_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/types.h"

namespace febem::driver {
namespace {

using Samples = std::vector<std::array<double, 2>>;  ///< Hz, 1 / value

/// Place and width of the largest local maximum above `least_hz`. It has no width if the sweep ends
/// within it, or if the next sample is more than three half widths away.
std::array<double, 2> peak_of(const Samples& s, double least_hz) {
  std::size_t at = 0;
  for (std::size_t i = 1; i + 1 < s.size(); ++i)
    if (s[i][0] > least_hz && s[i][1] < s[i - 1][1] && s[i][1] <= s[i + 1][1] &&
        (at == 0 || s[i][1] < s[at][1]))
      at = i;
  if (at == 0) return {io::not_computed, io::not_computed};
  const auto [x0, y0] = s[at - 1];
  const auto [x1, y1] = s[at];
  const auto [x2, y2] = s[at + 1];
  const double left = (y1 - y0) / (x1 - x0), curvature = ((y2 - y1) / (x2 - x1) - left) / (x2 - x0),
               slope = left + curvature * (x1 - x0), hz = x1 - slope / (2 * curvature),
               least = y1 - slope * slope / (4 * curvature);
  const auto half_width = [&, hz](std::size_t step) {
    double x = hz, before = 0;
    for (auto i = at + step; i < s.size(); i += step) {
      const double here = std::sqrt(std::max(0.0, s[i][1] / least - 1));
      if (here >= 1 && (before > 0 || here <= 3))
        return std::abs(x + (1 - before) / (here - before) * (s[i][0] - x) - hz);
      if (here >= 1) break;
      x = s[i][0];
      before = here;
    }
    return io::not_computed;
  };
  return {hz, half_width(1) + half_width(static_cast<std::size_t>(-1))};
}

}  // namespace

std::vector<io::TransducerFigures> transducer_figures(std::span<const io::FrequencyResult> all) {
  std::map<std::string, std::vector<const io::FrequencyResult*>> cases;
  for (const auto& f : all)
    if (!std::isnan(f.conductance_s)) cases[f.load_case].push_back(&f);
  std::vector<io::TransducerFigures> result;
  for (auto& [name, of_case] : cases) {
    if (of_case.size() < 3) continue;
    std::ranges::sort(of_case, {}, &io::FrequencyResult::hz);
    Samples conductance, resistance;
    for (const auto* f : of_case) {
      conductance.push_back({f->hz, 1 / std::max(f->conductance_s, 1e-300)});
      resistance.push_back({f->hz, 1 / std::max(f->resistance_ohm, 1e-300)});
    }
    const auto [f_s, width] = peak_of(conductance, 0);
    const double f_p = peak_of(resistance, f_s)[0], hz = of_case[0]->hz,
                 capacitance = of_case[0]->susceptance_s / (2 * core::pi * hz),
                 x = std::pow(hz / f_s, 2), ratio = std::pow(f_p / f_s, 2);
    result.push_back({name, f_s, f_p, std::sqrt(1 - 1 / ratio), f_s / width, capacitance,
        capacitance * (1 - x) / (ratio - x)});
  }
  return result;
}

}  // namespace febem::driver
