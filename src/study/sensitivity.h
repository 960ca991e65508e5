// How much longer a stage takes for a little more latency, overhead or time per byte.
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
#include "timing/straight_line.h"

namespace febem::study {

/// Runs of a stage with one parameter of the network raised.
struct Response {
  std::vector<double> raised;   ///< by how much: s, s, s/byte
  std::vector<double> seconds;  ///< of the stage

  /// Through the medians of what was raised alike, so that one slow run does not turn it.
  timing::StraightLine line() const;
};

/// A parameter of the network, every link raised alike.
struct NetworkParameter {
  std::string_view name;   ///< in files: "latency"
  std::string_view slope;  ///< "dT/dL"
  std::string_view unit;   ///< of the slope
  void (*raise)(network::Link& link, double by);
};

/// L, o and G.
std::span<const NetworkParameter> network_parameters();

/// Of one stage with one strategy.
struct Sensitivity {
  std::size_t stage = 0;
  std::size_t strategy = 0;
  std::array<Response, 3> responses;  ///< in the order of network_parameters()

  /// Added latency, s, that costs the given fraction of the stage's time, if the line goes on; infinite where
  /// the stage does not feel latency: the slope is within two standard errors of zero.
  double latency_costing(double fraction) const;
};

/// A network to begin with where none was asked for: slower than most networks at hand in every respect, so
/// that what is raised is felt.
network::NetworkModel base_network();

/// What a probe may do.
struct Probe {
  network::NetworkModel base;
  /// Seconds of the stage on a network; the same on every rank. Collective.
  std::function<double(const network::NetworkModel&)> seconds;
  core::Count messages = 0, bytes = 0;  ///< that the stage sends: what decides how far to begin
  int repeats = 3;                      ///< of each increment
  std::uint64_t seed = 1;               ///< of the order
};

/// Raises each parameter until the stage takes half as long again or longer, then measures at that increment,
/// at parts of it and at the base, in random order. `stage` and `strategy` are left to the caller.
/// Collective.
Sensitivity measure_sensitivity(const Probe& probe);

}  // namespace febem::study
