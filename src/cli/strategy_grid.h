// Many strategies at once: the product of the words given for each axis.
#pragma once

#include <string>
#include <vector>

#include "comm/strategy.h"

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

}  // namespace febem::cli
