// Ranks that stand side by side, or at equal distances.
#pragma once

namespace febem::core {

/// Ranks first, first + stride .. before end.
struct RankRange {
  int first = 0, end = 0, stride = 1;

  int size() const { return (end - first + stride - 1) / stride; }
  bool contains(int rank) const {
    return first <= rank && rank < end && (rank - first) % stride == 0;
  }
  int number(int rank) const { return (rank - first) / stride; }
  int rank(int number) const { return first + number * stride; }
  friend bool operator==(const RankRange&, const RankRange&) = default;
};

}  // namespace febem::core
