// What window and persistent have in common: at most W pieces in flight between two ranks, each by a synchronous-mode send.
#pragma once

#include <algorithm>

#include "comm/pace.h"

namespace febem::comm {

class Windowed : public Pace {
 public:
  explicit Windowed(int width) : width_(static_cast<std::size_t>(width)) {}

  core::Count messages(Pieces pieces) const override { return pieces.count(); }
  std::size_t most_outstanding(std::size_t piece) const override { return width_ * piece; }
  /// Each piece asks before it is sent, and W of them may be asking.
  PieceTimes times(std::size_t bytes, const LinkCost& link) const override {
    PieceTimes result = Pace::times(bytes, link);
    result.delivery += 2 * link.delivery(0);
    result.spacing = std::max(result.held, result.delivery / static_cast<double>(width_));
    return result;
  }
  bool overlaps() const override { return true; }

 protected:
  std::size_t width() const { return width_; }

 private:
  std::size_t width_;
};

}  // namespace febem::comm
