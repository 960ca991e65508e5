// What "auto" chooses from.
#pragma once

#include <vector>

#include "comm/strategy.h"

namespace febem::tuning {

/// Every route x cut x pace worth choosing and possible here; of the axes, those that are "auto" are free. Prepares the
/// paces. Collective. Throws core::InputError, on every rank, if a pace that was asked for cannot be used.
std::vector<comm::Strategy> repertoire(comm::Transport& transport, const comm::StrategyNames& names);

}  // namespace febem::tuning
