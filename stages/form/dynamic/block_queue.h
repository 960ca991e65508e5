// The blocks of rows that nobody has begun to form yet.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "la/row_map.h"

namespace febem::form {

using la::Index;

/// Which blocks a rank may get: only its own, or all.
enum class Sharing { own_only, all };

/// The queue of blocks. The result of a call depends only on the order of the calls.
class BlockQueue {
 public:
  BlockQueue(const la::RowMap& map, Sharing sharing)
      : sharing_(sharing), remaining_(static_cast<std::size_t>(map.ranks()), Remaining{0, 0}) {
    for (Index block = 0; block < map.blocks(); ++block)
      ++remaining_[static_cast<std::size_t>(map.block_owner(block))].end;
  }

  /// The next block for `rank`: the first remaining block of its own. If there is none and blocks
  /// are shared, it is the last remaining block of the rank that has most left. Nothing if no block
  /// remains for this rank.
  std::optional<Index> take(int rank) {
    auto& own = remaining_[static_cast<std::size_t>(rank)];
    if (own.count() > 0) return block(rank, own.first++);
    if (sharing_ == Sharing::own_only) return {};
    const auto most = std::max_element(remaining_.begin(), remaining_.end(),
        [](const Remaining& a, const Remaining& b) { return a.count() < b.count(); });
    if (most->count() == 0) return {};
    return block(static_cast<int>(most - remaining_.begin()), --most->end);
  }

 private:
  struct Remaining {
    Index first, end;  ///< remaining blocks of an owner, numbered among its blocks
    Index count() const { return end - first; }
  };

  Index block(int owner, Index which) const {
    return which * static_cast<Index>(remaining_.size()) + owner;
  }

  Sharing sharing_;
  std::vector<Remaining> remaining_;  ///< by owner
};

}  // namespace febem::form
