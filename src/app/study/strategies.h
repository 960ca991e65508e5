// From words on the command line to what is compared.
#pragma once

#include <string>
#include <vector>

#include "app/study/request.h"
#include "comm/strategy.h"

namespace febem::app::study {

/// The stages asked for, in their order. Throws core::InputError for an unknown one.
std::vector<std::string> stages(const Request& request);

/// The product of the axes and the named strategies, each once; an axis without words takes the word of
/// `fallback`. A route that does not follow the pace stands once for all paces, under the first. Throws
/// core::InputError for an unknown word, and if there is nothing to compare.
std::vector<comm::StrategyNames> strategies(const Request& request, const comm::StrategyNames& fallback);

/// "star x 4KiB x ack"
std::string text(const comm::StrategyNames& names);

}  // namespace febem::app::study
