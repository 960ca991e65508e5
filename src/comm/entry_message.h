// Complex numbers and integers as one message.
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

/// Some complex numbers, then some integers, each an entry of a number's size: a message is cut
/// between entries, never inside one.
template <class T>
class EntryMessage {
 public:
  struct alignas(T) Entry {
    std::byte bytes[sizeof(T)];
  };
  static_assert(sizeof(Entry) == sizeof(T));

  EntryMessage(std::int64_t numbers, std::int64_t integers)
      : numbers_(numbers), entries_(numbers + integers) {}

  T* numbers() { return reinterpret_cast<T*>(entries_.data()); }

  /// As many as the constructor was given; what is left of an entry is padding.
  void write_integers(const std::vector<std::int64_t>& integers) {
    comm::write_integers<Entry>(integers, entries_.data() + numbers_);
  }
  std::vector<std::int64_t> read_integers() const {
    return comm::read_integers(std::span(entries_).subspan(numbers_));
  }

  /// The message; of the same length on every rank.
  std::span<Entry> entries() { return entries_; }

 private:
  std::int64_t numbers_;
  std::vector<Entry> entries_;
};

}  // namespace febem::comm
