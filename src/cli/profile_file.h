// Machine profiles (timing/work.h) in JSON files: the seconds of each quantity of an operation.
#pragma once

#include <string>

#include "timing/work.h"

namespace febem::cli {

std::string to_json(const timing::Profile& profile);

/// Throws core::InputError with `file` and the fault: no JSON, an operation or quantity that is
/// unknown or missing, or a price that is NaN, negative or infinite.
timing::Profile parse_profile(const std::string& text, const std::string& file);

}  // namespace febem::cli
