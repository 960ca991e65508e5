// Complex numbers and integers as one message.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "la/matrix.h"

namespace febem::pipeline {

/// Some complex numbers, then some integers, each an entry of 16 bytes: a message is cut between entries, never inside one.
class EntryMessage {
 public:
  struct alignas(la::Complex) Entry {
    std::byte bytes[sizeof(la::Complex)];
  };

  EntryMessage(la::Index numbers, la::Index integers) : numbers_(numbers), entries_(numbers + integers) {}

  la::Complex* numbers() { return reinterpret_cast<la::Complex*>(entries_.data()); }

  /// Of as many as were announced; 8 bytes of each entry are padding.
  void write_integers(const std::vector<la::Index>& integers) {
    for (std::size_t k = 0; k < integers.size(); ++k) std::memcpy(&entries_[numbers_ + k], &integers[k], sizeof(la::Index));
  }
  std::vector<la::Index> read_integers() const {
    std::vector<la::Index> integers(entries_.size() - numbers_);
    for (std::size_t k = 0; k < integers.size(); ++k) std::memcpy(&integers[k], &entries_[numbers_ + k], sizeof(la::Index));
    return integers;
  }

  /// What is sent; as long on every rank.
  std::span<Entry> entries() { return entries_; }

 private:
  la::Index numbers_;
  std::vector<Entry> entries_;
};
static_assert(sizeof(EntryMessage::Entry) == 16 && sizeof(la::Index) <= 16);

}  // namespace febem::pipeline
