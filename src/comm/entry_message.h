// Integers among the complex numbers of a message.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace febem::comm {

/// Writes integers into the entries of a message, one into the first bytes of each.
template <class Entry>
void write_integers(std::span<const std::int64_t> integers, Entry* entries) {
  static_assert(sizeof(std::int64_t) <= sizeof(Entry));
  for (const auto& integer : integers)
    std::memcpy(static_cast<void*>(entries++), &integer, sizeof integer);
}
/// Reads the integers that write_integers() wrote into so many entries.
template <class Entry>
std::vector<std::int64_t> read_integers(std::span<const Entry> entries) {
  std::vector<std::int64_t> integers(entries.size());
  for (std::size_t k = 0; k < integers.size(); ++k)
    std::memcpy(&integers[k], &entries[k], sizeof(std::int64_t));
  return integers;
}

}  // namespace febem::comm
