// The units that users write, and numbers with such a unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace febem::core {

/// Every unit, and the other units of its kind that a user may write.
std::vector<std::pair<std::string, std::string>> known_units();

/// Converts a number, with or without another unit of the same kind ("12 mm", "68.9 GPa"), to
/// `unit` ("m", "Pa", ..., or empty). Throws InputError, without a place, with the fault of the
/// text.
double parse_quantity(std::string_view text, std::string_view unit);

/// A whole number >= 0 that is all of the text; nothing for any other text.
std::optional<int> parse_count(std::string_view text);

}  // namespace febem::core
