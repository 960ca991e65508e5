// The lengths of the messages that are timed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace febem::benchmarks {

/// Lengths, bytes, ascending, of words such as "100", "4KiB" or "1..4MiB" (1 B, 2 B, 4 B, ... up to 4 MiB).
/// Throws core::InputError for a word that is none, for more than 1 GiB and for what is not a multiple of
/// `element` bytes.
std::vector<std::size_t> parse_sizes(const std::vector<std::string>& words, std::size_t element);

}  // namespace febem::benchmarks
