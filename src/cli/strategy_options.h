// The options --route, --cut and --pace of commands that compare strategies.
#pragma once

#include <string>

#include "cli/cli11.h"
#include "cli/strategy_grid.h"

namespace febem::cli {

/// The help's group of options about strategies.
inline constexpr const char* strategy_group = "Strategies: the product route x cut x pace";

/// What an axis is where it is not given, for the help.
struct Otherwise {
  std::string route, cut, pace;
};

/// Each with one word or more; `words` must outlive the command line.
void add_strategy_options(CLI::App& command, StrategyWords& words, const Otherwise& otherwise);

}  // namespace febem::cli
