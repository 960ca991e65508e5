// Text for messages: what a user or a file wrote, made safe to print, and "did you mean ...?" for misspelt names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace febem::core {

/// On one line and without effect on a terminal: control characters, marks of writing direction and bytes that are not UTF-8
/// become \n, \t or \xNN. Of a text longer than `longest` bytes the middle is left out, and its length given instead.
std::string printable(std::string_view text, std::size_t longest = 1000);

/// The words in one text, with `between` after each but the last.
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// The candidate with the smallest edit distance (insert, delete, substitute, swap of neighbours) to `word`;
/// empty if `candidates` is empty or none is nearer than half the length of the longer word.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or, if nothing is near, "; known: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace febem::core
