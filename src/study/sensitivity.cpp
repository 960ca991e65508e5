#include "study/sensitivity.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>

#include "timing/statistics.h"

namespace febem::study {
namespace {

constexpr std::array parameters{NetworkParameter{"latency", "dT/dL", "messages",
                                    [](network::Link& link, double by) { link.latency += by; }},
    NetworkParameter{"overhead", "dT/do", "overheads",
        [](network::Link& link, double by) { link.overhead += by; }},
    NetworkParameter{"gap", "dT/dG", "bytes",
        [](network::Link& link, double by) { link.bandwidth = 1 / (1 / link.bandwidth + by); }}};

network::NetworkModel raised(
    network::NetworkModel model, const NetworkParameter& parameter, double by) {
  parameter.raise(model.all, by);
  for (auto& exception : model.exceptions) parameter.raise(exception.link, by);
  return model;
}

// First increment: doubles the stage's time if all its messages were serial.
double increment(const Probe& probe, const NetworkParameter& parameter, double base_seconds) {
  const bool by_bytes = parameter.name == "gap";
  const auto count =
      static_cast<double>(std::max<core::Count>(1, by_bytes ? probe.bytes : probe.messages));
  double by = base_seconds / count;
  for (int tried = 0;
       tried < 12 && probe.seconds(raised(probe.base, parameter, by)) < 1.5 * base_seconds; ++tried)
    by *= 3;
  return by;
}

Response response(const Probe& probe, const NetworkParameter& parameter, double base_seconds,
    std::mt19937_64& random) {
  const double by = increment(probe, parameter, base_seconds);
  Response result;
  for (int repeat = 0; repeat < probe.repeats; ++repeat)
    for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) result.raised.push_back(part * by);
  std::shuffle(result.raised.begin(), result.raised.end(), random);
  for (const double more : result.raised)
    result.seconds.push_back(probe.seconds(raised(probe.base, parameter, more)));
  return result;
}

}  // namespace

timing::StraightLine Response::line() const {
  std::map<double, std::vector<double>> by_raise;
  for (std::size_t i = 0; i < raised.size(); ++i) by_raise[raised[i]].push_back(seconds[i]);
  std::vector<double> x, y;
  for (const auto& [more, repeats] : by_raise) {
    x.push_back(more);
    y.push_back(timing::summarise(repeats).median);
  }
  return timing::straight_line(x, y);
}

std::span<const NetworkParameter> network_parameters() { return parameters; }

double Sensitivity::latency_costing(double fraction) const {
  const auto line = responses.front().line();
  if (line.slope <= 2 * line.slope_error) return std::numeric_limits<double>::infinity();
  return fraction * line.intercept / line.slope;
}

network::NetworkModel base_network() { return {{50e-6, 5e-6, 1.25e9}, {}}; }

Sensitivity measure_sensitivity(const Probe& probe) {
  std::mt19937_64 random(probe.seed);
  probe.seconds(probe.base);  // warm-up
  std::array<double, 3> base;
  for (auto& seconds : base) seconds = probe.seconds(probe.base);
  std::sort(base.begin(), base.end());
  Sensitivity result;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    result.responses[i] = response(probe, parameters[i], base[1], random);
  return result;
}

}  // namespace febem::study
