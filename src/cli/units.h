// Units a value may be written in, beside plain SI numbers: "12 mm", "68.9 GPa".
#pragma once

#include <string>
#include <string_view>

namespace febem::cli {

/// The number in `unit` that `text` ("12 mm") stands for. `unit` is the one the key is kept in ("m", "Pa",
/// ..., or empty for a plain number). Throws core::InputError, without a place, that says what is wrong with
/// the text.
double parse_quantity(std::string_view text, std::string_view unit);

}  // namespace febem::cli
