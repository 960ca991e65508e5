// The message of a panel of rows.
#pragma once

#include <vector>

#include "comm/entry_message.h"
#include "la/matrix.h"

namespace febem::eliminate {

using la::Index;

/// What the owner of a panel sends: L11 (U11 on and above the diagonal) and L21, h x w together, the reduced right-hand
/// side y, and the pivots, rows of A^T counted from the panel's first.
template <class T>
class PanelMessage {
 public:
  PanelMessage(Index height, Index width) : height_(height), width_(width), message_((height + 1) * width, width) {}

  static std::size_t bytes(Index height, Index width) { return (height + 2) * width * sizeof(T); }

  auto entries() { return message_.entries(); }
  Eigen::Map<la::MatrixOf<T>> l() { return {message_.numbers(), height_, width_}; }
  auto l11() { return l().topRows(width_); }
  auto l21() { return l().bottomRows(height_ - width_); }
  Eigen::Map<la::VectorOf<T>> y() { return {message_.numbers() + height_ * width_, width_}; }
  void write_pivots(const std::vector<Index>& pivots) { message_.write_integers(pivots); }
  std::vector<Index> pivots() const { return message_.read_integers(); }

 private:
  Index height_, width_;
  comm::EntryMessage<T> message_;
};

}  // namespace febem::eliminate
