// Text for messages: words of a user or a file made safe to print, and "did you mean ...?" for
// misspelt names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace febem::core {

/// The text on one line and without effect on a terminal: control characters, marks of writing
/// direction and bytes that are not UTF-8 become \n, \t or \xNN. If the text is longer than
/// `longest` bytes, its middle is replaced by the length of the middle.
std::string printable(std::string_view text, std::size_t longest = 1000);

/// The words in one text, with `between` after each word except the last.
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// The candidate with the smallest edit distance (insert, delete, substitute, swap of neighbours)
/// to `word`; empty if `candidates` is empty, or if no candidate is nearer than half the length of
/// the longer word.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or, if nothing is near, "; known: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace febem::core
