// From words on the command line to what is compared.
#pragma once

#include <string>
#include <vector>

#include "comm/strategy.h"
#include "core/stage.h"
#include "study/command.h"

namespace febem::study {

/// The stages asked for, in their order. Throws core::InputError for an unknown one.
std::vector<core::Stage> stages(const Options& options);

/// What is compared, each strategy once: the product, if any axis has a word (see strategy_grid()), and the
/// named sets. Throws core::InputError also if there is nothing to compare.
std::vector<comm::StrategyNames> strategies(const Options& options, const comm::StrategyNames& fallback);

}  // namespace febem::study
