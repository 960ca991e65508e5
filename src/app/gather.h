// What every rank knows, on the master.
#pragma once

#include <span>
#include <vector>

#include "comm/messenger.h"
#include "pipeline/stage_context.h"

namespace febem::app {

/// The values of all ranks, by rank; the same number on each. Empty elsewhere than on the master. Collective.
template <class T>
std::vector<std::vector<T>> gather(const comm::Messenger& messages, const std::vector<T>& mine) {
  if (messages.rank() != pipeline::master) {
    messages.send(std::span<const T>(mine), pipeline::master);
    return {};
  }
  std::vector<std::vector<T>> all{mine};
  for (int rank = 1; rank < messages.size(); ++rank) {
    all.emplace_back(mine.size());
    messages.receive(std::span<T>(all.back()), rank);
  }
  return all;
}

}  // namespace febem::app
