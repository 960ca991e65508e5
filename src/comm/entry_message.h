// Complex numbers and integers as one message.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/types.h"

namespace febem::comm {

/// Some complex numbers, then some integers, each an entry of 16 bytes: a message is cut between entries, never inside one.
class EntryMessage {
 public:
  struct alignas(core::Complex) Entry {
    std::byte bytes[sizeof(core::Complex)];
  };

  EntryMessage(std::int64_t numbers, std::int64_t integers) : numbers_(numbers), entries_(numbers + integers) {}

  core::Complex* numbers() { return reinterpret_cast<core::Complex*>(entries_.data()); }

  /// As many as the constructor was given; 8 bytes of each entry are padding.
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
static_assert(sizeof(EntryMessage::Entry) == 16 && sizeof(std::int64_t) <= 16);

}  // namespace febem::comm
