// What a study was asked for on the command line.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "app/strategy_grid.h"

namespace febem::app::study {

/// How often each strategy is timed, and in which order.
struct Effort {
  int fewest = 5;        ///< repeats
  int most = 20;         ///< repeats
  double spread = 0.05;  ///< enough once the interquartile range / median of the seconds is no larger
  double seconds = std::numeric_limits<double>::infinity();  ///< of the whole study: no repeat begins later
  std::uint64_t seed = 1;                                    ///< of the order
};

struct Request {
  StrategyWords words;
  std::vector<std::string> sets;    ///< named strategies, besides the product; "all" stands for every one
  std::vector<std::string> stages;  ///< empty: all four
  Effort effort;
  bool sensitivity = false;
  std::string csv;  ///< file; empty: beside the JSON file
};

}  // namespace febem::app::study
