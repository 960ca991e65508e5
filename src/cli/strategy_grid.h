// Many strategies at once: the product of the words given for each axis.
#pragma once

#include <string>
#include <vector>

#include "comm/strategy.h"
#include "io/json_fwd.h"

namespace CLI {
class App;
}

namespace febem::cli {

/// Words of the command line; "all" stands for every registered entry, with its usual parameter.
struct StrategyWords {
  std::vector<std::string> routes, cuts, paces;
};

/// A strategy that cannot be used here.
struct Refused {
  comm::StrategyNames names;
  std::string reason;
};

/// The product of the axes, each strategy once; an axis without words takes the word of `fallback`. A route that does
/// not follow the pace stands once for all paces, under the first. Throws core::InputError for an unknown word.
std::vector<comm::StrategyNames> strategy_grid(const StrategyWords& words, const comm::StrategyNames& fallback);

/// The help's group of options about strategies.
inline constexpr const char* strategy_group = "Strategies: the product route x cut x pace";

/// The default of each axis, as the help describes it.
struct Otherwise {
  std::string route, cut, pace;
};

/// Adds an option for each axis, with one word or more; `words` must outlive the parsing.
void add_strategy_options(CLI::App& command, StrategyWords& words, const Otherwise& otherwise);

io::Json json_of(const std::vector<Refused>& refusals);

}  // namespace febem::cli
