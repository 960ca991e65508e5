// Complex numbers and integers as one message.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace febem::comm {

/// Some complex numbers, then some integers, each an entry of a number's size: a message is cut between entries, never inside one.
template <class T>
class EntryMessage {
 public:
  struct alignas(T) Entry {
    std::byte bytes[sizeof(T)];
  };
  static_assert(sizeof(Entry) == sizeof(T) && sizeof(std::int64_t) <= sizeof(T));

  EntryMessage(std::int64_t numbers, std::int64_t integers) : numbers_(numbers), entries_(numbers + integers) {}

  T* numbers() { return reinterpret_cast<T*>(entries_.data()); }

  /// As many as the constructor was given; what is left of an entry is padding.
  void write_integers(const std::vector<std::int64_t>& integers) {
    for (std::size_t k = 0; k < integers.size(); ++k) std::memcpy(&entries_[numbers_ + k], &integers[k], sizeof(std::int64_t));
  }
  std::vector<std::int64_t> read_integers() const {
    std::vector<std::int64_t> integers(entries_.size() - numbers_);
    for (std::size_t k = 0; k < integers.size(); ++k) std::memcpy(&integers[k], &entries_[numbers_ + k], sizeof(std::int64_t));
    return integers;
  }

  /// The message; of the same length on every rank.
  std::span<Entry> entries() { return entries_; }

 private:
  std::int64_t numbers_;
  std::vector<Entry> entries_;
};

}  // namespace febem::comm
