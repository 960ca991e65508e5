// Ranks that stand side by side.
#pragma once

namespace febem::core {

/// Ranks [first, end).
struct RankRange {
  int first = 0, end = 0;

  int size() const { return end - first; }
  bool contains(int rank) const { return first <= rank && rank < end; }
  friend bool operator==(const RankRange&, const RankRange&) = default;
};

}  // namespace febem::core
