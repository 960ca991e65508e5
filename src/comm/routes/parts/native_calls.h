// What native and native-nb have in common.
//
// Who sends to whom is the library's choice, and so is the order of a sum; the pace is ignored. The ledger cannot see
// the library's messages: it counts one message a call, and the payload once.
#pragma once

#include "comm/route.h"

namespace febem::comm {

class NativeCalls : public Route {
 public:
  Traffic broadcast_traffic(const TransferShape& shape, const Cut& cut, const Pace&) const override {
    if (shape.ranks == 1) return {};
    return {calls(cut, shape.bytes, shape.element).count(), static_cast<core::Count>(shape.bytes)};
  }
  Traffic sum_traffic(const TransferShape& shape, const Cut& cut, const Pace& pace) const override {
    return broadcast_traffic(shape, cut, pace);
  }
  bool follows_pace() const override { return false; }

 protected:
  /// One piece a call.
  static Pieces calls(const Cut& cut, std::size_t bytes, std::size_t element) { return {cut, bytes, element}; }
  static std::span<double> doubles(std::span<double> values, const Piece& piece) {
    return values.subspan(piece.offset / sizeof(double), piece.length / sizeof(double));
  }
};

}  // namespace febem::comm
