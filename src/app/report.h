// The tables on the terminal.
#pragma once

#include <string>

#include "io/results.h"

namespace febem::app {

/// One row a stage: method, seconds, communication seconds, messages, bytes, flop/s.
std::string stage_table(const io::RunResult& run);

/// One row a frequency: powers and the quality of the solution.
std::string frequency_table(const io::RunResult& run);

/// "1.6 MB", "1.234 ms", "3.2 Gflop/s": a number with a prefix, three significant digits.
std::string with_prefix(double value, const std::string& unit);

}  // namespace febem::app
