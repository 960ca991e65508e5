// The stages and strategies of a study, from its options.
#pragma once

#include <string>
#include <vector>

#include "comm/strategy.h"
#include "core/stage.h"
#include "study/command.h"

namespace febem::study {

/// The stages asked for, in their order. Throws core::InputError for an unknown one.
std::vector<core::Stage> stages(const Options& options);

/// The strategies to compare, each once: the product, if any axis has a word (see strategy_grid()), and the
/// named sets; without either, on several networks, `fallback`. Throws core::InputError also if there is nothing to compare.
std::vector<comm::StrategyNames> strategies(const Options& options, const comm::StrategyNames& fallback);

}  // namespace febem::study
