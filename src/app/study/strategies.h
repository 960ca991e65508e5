// From words on the command line to what is compared.
#pragma once

#include <string>
#include <vector>

#include "app/study/request.h"
#include "comm/strategy.h"
#include "core/stage.h"

namespace febem::app::study {

/// The stages asked for, in their order. Throws core::InputError for an unknown one.
std::vector<core::Stage> stages(const Request& request);

/// What is compared, each strategy once: the product, if any axis has a word (see strategy_grid()), and the
/// named sets. Throws core::InputError also if there is nothing to compare.
std::vector<comm::StrategyNames> strategies(const Request& request, const comm::StrategyNames& fallback);

}  // namespace febem::app::study
