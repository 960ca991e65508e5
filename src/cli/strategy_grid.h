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

/// Words for each axis. "all": every registered entry, with its usual parameter.
struct StrategyWords {
  std::vector<std::string> routes, cuts, paces;
};

/// A strategy that cannot be used here.
struct Refused {
  comm::StrategyNames names;
  std::string reason;
};

/// The product of the axes, each strategy once. An axis without words takes that of `fallback`. A
/// route without a pace appears once, with the first pace. Throws core::InputError for an unknown
/// word.
std::vector<comm::StrategyNames> strategy_grid(
    const StrategyWords& words, const comm::StrategyNames& fallback);

/// The group of these options in the help.
inline constexpr const char* strategy_group = "Strategies: the product route x cut x pace";

/// The default of each axis, as the help says it.
struct Otherwise {
  std::string route, cut, pace;
};

/// One option for each axis, of one word or more. `words` must outlive the parsing.
void add_strategy_options(CLI::App& command, StrategyWords& words, const Otherwise& otherwise);

io::Json json_of(const std::vector<Refused>& refusals);

}  // namespace febem::cli
