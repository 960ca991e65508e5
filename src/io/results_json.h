// Results as JSON.
#pragma once

#include <string>

#include "io/results.h"

namespace febem::io {

/// The whole run; the schema is asserted by tests/io. Numbers that are not finite become null.
std::string to_json(const RunResult& result);

/// One frequency, for what is kept between runs.
std::string to_json(const FrequencyResult& result);

/// The inverse. Throws core::RunError if the text is not what to_json wrote.
FrequencyResult frequency_from_json(const std::string& text);

}  // namespace febem::io
