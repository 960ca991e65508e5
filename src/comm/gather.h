// What every rank knows, on the master.
#pragma once

#include <span>
#include <vector>

#include "comm/messenger.h"
#include "core/types.h"

namespace febem::comm {

/// The values of all ranks, by rank; the same number on each. Empty elsewhere than on the master. Collective.
template <class T>
std::vector<std::vector<T>> gather(const Messenger& messages, const std::vector<T>& mine) {
  if (messages.rank() != core::master) {
    messages.send(std::span<const T>(mine), core::master);
    return {};
  }
  std::vector<std::vector<T>> all{mine};
  for (int rank = 1; rank < messages.size(); ++rank) {
    all.emplace_back(mine.size());
    messages.receive(std::span<T>(all.back()), rank);
  }
  return all;
}

}  // namespace febem::comm
