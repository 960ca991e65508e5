// A benchmark on the terminal.
#pragma once

#include <string>

#include "benchmarks/record.h"

namespace febem::benchmarks {

/// How it was measured, a table and the fit for each strategy, and which strategy was fastest at each length.
std::string text(const MessageRecord& record);

/// How it was measured, and a line for each kernel and size: rates of the ranks.
std::string text(const ComputeRecord& record);

/// How it was measured, and a line for each operation and size: measured, and by the prices that were fitted.
std::string text(const ProfileRecord& record);

}  // namespace febem::benchmarks
