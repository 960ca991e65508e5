// A message divided into one block for each rank: what ring and rabenseifner have in common.
#pragma once

#include <algorithm>

#include "comm/route.h"

namespace febem::comm {

/// Whole elements, as equal as can be: block b of n is the bytes from start(b) to start(b + 1).
class Blocks {
 public:
  Blocks(std::size_t bytes, std::size_t element, int n)
      : bytes_(bytes), element_(std::max<std::size_t>(element, 1)),
        n_(static_cast<std::size_t>(n)) {}

  std::size_t start(int b) const {
    const std::size_t elements = bytes_ / element_, index = static_cast<std::size_t>(b);
    return index == n_ ? bytes_
                       : (elements / n_ * index + std::min(index, elements % n_)) * element_;
  }
  /// Bytes of the blocks from `first` up to but not including `end`.
  std::size_t length(int first, int end) const { return start(end) - start(first); }
  template <class Span>
  Span of(Span data, int first, int end) const {
    return data.subspan(start(first), length(first, end));
  }

 private:
  std::size_t bytes_, element_, n_;
};

/// Receives a message of `sum.size()` bytes piece by piece and adds it.
void receive_and_add(
    const TransferContext& context, MutableBytes sum, std::size_t element, int source);

/// What arrives in an exchange: copied to its place, or added to what is there.
enum class Arrival { replaces, adds };

/// Sends `out` to one rank while receiving `in` from another, piece by piece. Where ranks send in a
/// circle, one of every two neighbours must have `sends_first`, so that not all of them wait to be
/// received from.
void exchange(const TransferContext& context, Bytes out, int destination, MutableBytes in,
    int source, std::size_t element, Arrival arrival, bool sends_first);

}  // namespace febem::comm
