// The strategies of a command line: the product of the words that are given for each axis.
#pragma once

#include <string>
#include <vector>

#include "comm/strategy.h"
#include "io/json_fwd.h"

namespace CLI {
class App;
}

namespace febem::cli {

/// Words of the command line for each axis. "all" stands for every registered entry, with its usual
/// parameter.
struct StrategyWords {
  std::vector<std::string> routes, cuts, paces;
};

/// A strategy that cannot be used here.
struct Refused {
  comm::StrategyNames names;
  std::string reason;
};

/// The product of the axes, with each strategy once. An axis without words takes the word of
/// `fallback`. A route that ignores the pace appears once for all paces, with the first pace.
/// Throws core::InputError for an unknown word.
std::vector<comm::StrategyNames> strategy_grid(
    const StrategyWords& words, const comm::StrategyNames& fallback);

/// The name of the group of options about strategies in the help.
inline constexpr const char* strategy_group = "Strategies: the product route x cut x pace";

/// The default of each axis, in the words of the help.
struct Otherwise {
  std::string route, cut, pace;
};

/// Adds an option for each axis, which takes one word or more. `words` must outlive the parsing.
void add_strategy_options(CLI::App& command, StrategyWords& words, const Otherwise& otherwise);

io::Json json_of(const std::vector<Refused>& refusals);

}  // namespace febem::cli
