// What a benchmark was asked for on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/strategy_grid.h"

namespace febem::app::bench {

/// Where all ranks meet, outside the clock; it changes results. Without a barrier between them repetitions
/// overlap, and what is timed is how fast they follow each other; with one, its own imbalance is part of the
/// time.
enum class Barrier { sample, repetition };

/// How often each point is timed, and in which order.
struct Effort {
  int repeats = 20;      ///< samples of a point at most
  double seconds = 0.5;  ///< of a point: no sample of it begins later
  std::uint32_t seed = 1;
};

struct Request {
  std::string pattern;  ///< or "compute"
  StrategyWords strategies;
  std::vector<std::string> sizes;  ///< words; empty: those of the pattern
  std::optional<Barrier> barrier;  ///< without it that of the pattern
  Effort effort;
  std::string csv;  ///< file; empty: none
};

}  // namespace febem::app::bench
