#include "stages/form/dynamic/block_queue.h"

#include <algorithm>

namespace febem::form {

BlockQueue::BlockQueue(const la::RowMap& map, Sharing sharing) : sharing_(sharing), left_(static_cast<std::size_t>(map.ranks()), Left{0, 0}) {
  for (Index block = 0; block < map.blocks(); ++block) ++left_[static_cast<std::size_t>(map.block_owner(block))].end;
}

std::optional<Index> BlockQueue::take(int rank) {
  auto& own = left_[static_cast<std::size_t>(rank)];
  if (own.count() > 0) return block(rank, own.first++);
  if (sharing_ == Sharing::own_only) return {};
  const auto most = std::max_element(left_.begin(), left_.end(), [](const Left& a, const Left& b) { return a.count() < b.count(); });
  if (most->count() == 0) return {};
  return block(static_cast<int>(most - left_.begin()), --most->end);
}

}  // namespace febem::form
