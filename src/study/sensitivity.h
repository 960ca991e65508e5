// Sensitivity of a stage's time to latency, overhead and time per byte (docs/messages.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/types.h"
#include "network/network_model.h"
#include "timing/statistics.h"

namespace febem::study {

/// Runs of a stage with one parameter of the network raised.
struct Response {
  std::vector<double> raised;   ///< s, s, s/byte
  std::vector<double> seconds;  ///< seconds of the stage

  /// Through the medians at each increment, so that one slow run does not tilt it.
  timing::StraightLine line() const;
};

/// A parameter of the network, raised equally on every link.
struct NetworkParameter {
  std::string_view name;   ///< in files: "latency"
  std::string_view slope;  ///< "dT/dL"
  std::string_view unit;   ///< unit of the slope
  void (*raise)(network::Link& link, double by);
};

/// The parameters L, o and G.
std::span<const NetworkParameter> network_parameters();

struct Sensitivity {
  std::size_t stage = 0;
  std::size_t strategy = 0;
  std::array<Response, 3> responses;  ///< in the order of network_parameters()

  /// The added latency, s, that costs this fraction of the stage's time, by the line. Infinite if
  /// the slope is within two standard errors of zero.
  double latency_costing(double fraction) const;
};

/// The base network without one of the user: slower than most, so that increments show.
network::NetworkModel base_network();

struct Probe {
  network::NetworkModel base;
  /// Seconds of the stage, the same on every rank. Collective.
  std::function<double(const network::NetworkModel&)> seconds;
  core::Count messages = 0,
              bytes = 0;   ///< of the stage: they decide the first increment
  int repeats = 3;         ///< of each increment
  std::uint64_t seed = 1;  ///< of the order
};

/// Raises each parameter until the stage takes at least 1.5 times as long. Then measures at that
/// increment, at parts of it and at the base, in random order. The caller sets `stage` and
/// `strategy`. Collective.
Sensitivity measure_sensitivity(const Probe& probe);

}  // namespace febem::study
