// Text from the user or from a file, made safe to print.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace febem::core {

/// On one line and without effect on a terminal: control characters, marks of writing direction and bytes that are not UTF-8
/// become \n, \t or \xNN. Of a text longer than `longest` bytes the middle is left out, and its length given instead.
std::string printable(std::string_view text, std::size_t longest = 1000);

}  // namespace febem::core
