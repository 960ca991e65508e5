// A benchmark on the terminal.
#pragma once

#include <string>

#include "app/bench/record.h"

namespace febem::app::bench {

/// How it was measured, a table and the fit for each strategy, and which strategy was fastest at each length.
std::string text(const MessageRecord& record);

/// How it was measured, and a line for each kernel and size: rates of the ranks.
std::string text(const ComputeRecord& record);

}  // namespace febem::app::bench
