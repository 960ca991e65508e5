// "Did you mean ...?" for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace febem::core {

/// The candidate with the smallest edit distance (insert, delete, substitute, swap of neighbours) to `word`;
/// empty if `candidates` is empty or none is nearer than half the length of the longer word.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or, if nothing is near, "; known: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace febem::core
