// Machine profiles (timing/work.h) in files: JSON, an object an operation with the seconds of each of its quantities.
#pragma once

#include <string>

#include "timing/work.h"

namespace febem::cli {

std::string to_json(const timing::Profile& profile);

/// Throws core::InputError with `file` and what is wrong: no JSON, an operation or quantity that is unknown or missing, a price
/// that is not a number, negative or infinite.
timing::Profile parse_profile(const std::string& text, const std::string& file);

}  // namespace febem::cli
