// Rows, columns or panels that stand side by side.
#pragma once

#include "la/matrix.h"

namespace febem::la {

/// Indices [begin, end).
struct IndexRange {
  Index begin = 0, end = 0;

  Index size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool contains(Index index) const { return begin <= index && index < end; }
  /// Part `number` of `parts` that are equal or differ by one, in order.
  IndexRange part(int number, int parts) const {
    return {begin + size() * number / parts, begin + size() * (number + 1) / parts};
  }
};

}  // namespace febem::la
