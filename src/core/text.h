// Text for messages: made safe to print, and "did you mean ...?" for misspelt names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace febem::core {

/// The text on one line and without effect on a terminal: controls, marks of writing direction and
/// bytes that are not UTF-8 become \n, \t or \xNN. The middle of a text longer than `longest` bytes
/// is replaced by its length.
std::string printable(std::string_view text, std::size_t longest = 1000);

std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// The candidate with the smallest edit distance (insert, delete, substitute, swap of neighbours)
/// to `word`; empty if none is nearer than half the length of the longer word.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or, if nothing is near, "; known: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The bytes of a file; empty if it cannot be read.
std::string file_text(const std::filesystem::path& path);

}  // namespace febem::core
