// The blocks of rows that nobody has begun to form yet.
#pragma once

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
  BlockQueue(const la::RowMap& map, Sharing sharing);

  /// The next block for `rank`: the first left of its own, or else, if those of others are shared, the last left of the rank that
  /// has most left. None if there is none for it any more.
  std::optional<Index> take(int rank);

 private:
  struct Left {
    Index first, end;  ///< of the owner's blocks, counted among them
    Index count() const { return end - first; }
  };

  Index block(int owner, Index which) const { return which * static_cast<Index>(left_.size()) + owner; }

  Sharing sharing_;
  std::vector<Left> left_;  ///< by owner
};

}  // namespace febem::form
