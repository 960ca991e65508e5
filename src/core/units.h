// The units that users write, and numbers with such a unit.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace febem::core {

/// Every unit of the program, and the names of the other units of its kind that a user may write.
std::vector<std::pair<std::string, std::string>> known_units();

/// Converts `text` to a number in `unit`. The text is a plain number, or a number with another unit
/// of the same kind ("12 mm", "68.9 GPa"). `unit` is that of the key ("m", "Pa", ..., or empty for
/// a plain number). Throws InputError, without a place, with the fault of the text.
double parse_quantity(std::string_view text, std::string_view unit);

}  // namespace febem::core
