// The strategies that "auto" selects from.
#pragma once

#include <vector>

#include "comm/strategy.h"

namespace febem::tuning {

/// Every route x cut x pace that is usable here and bounds what a receiver must hold, with `blocking` besides; an axis that
/// `names` fixes keeps its one value. Prepares the paces. Collective. Throws core::InputError, on every rank, if a pace that
/// `names` fixes cannot be used.
std::vector<comm::Strategy> repertoire(comm::Transport& transport, const comm::StrategyNames& names);

}  // namespace febem::tuning
