// The blocks of rows that nobody has begun to form yet.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "la/row_map.h"

namespace febem::form {

using la::Index;

/// Whose blocks a rank may get.
enum class Sharing { own_only, all };

/// What is handed out depends on the order of the calls alone.
class BlockQueue {
 public:
  BlockQueue(const la::RowMap& map, Sharing sharing) : sharing_(sharing), remaining_(static_cast<std::size_t>(map.ranks()), Remaining{0, 0}) {
    for (Index block = 0; block < map.blocks(); ++block) ++remaining_[static_cast<std::size_t>(map.block_owner(block))].end;
  }

  /// The next block for `rank`: the first left of its own, or else, if those of others are shared, the last left of the rank that
  /// has most left. None if there is none for it any more.
  std::optional<Index> take(int rank) {
    auto& own = remaining_[static_cast<std::size_t>(rank)];
    if (own.count() > 0) return block(rank, own.first++);
    if (sharing_ == Sharing::own_only) return {};
    const auto most =
        std::max_element(remaining_.begin(), remaining_.end(), [](const Remaining& a, const Remaining& b) { return a.count() < b.count(); });
    if (most->count() == 0) return {};
    return block(static_cast<int>(most - remaining_.begin()), --most->end);
  }

 private:
  struct Remaining {
    Index first, end;  ///< of the owner's blocks, counted among them
    Index count() const { return end - first; }
  };

  Index block(int owner, Index which) const { return which * static_cast<Index>(remaining_.size()) + owner; }

  Sharing sharing_;
  std::vector<Remaining> remaining_;  ///< by owner
};

}  // namespace febem::form
