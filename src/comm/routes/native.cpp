// native: the MPI library's own MPI_Bcast and MPI_Reduce, one call a piece.
//
// Who sends to whom is the library's choice, and so is the order of a sum; the pace is ignored. The ledger cannot see
// the library's messages: it counts one message a call, and the payload once.
#include <memory>

#include "comm/route.h"

namespace febem::comm {
namespace {

class Native final : public Route {
 public:
  void broadcast(const Means& means, MutableBytes data, std::size_t element, int root) const override {
    Pieces pieces(means.cut, data.size(), element);
    while (const auto piece = pieces.next())
      means.transport.native_broadcast(data.subspan(piece->offset, piece->length), root);
  }

  void sum(const Means& means, std::span<double> values, std::size_t element, int root) const override {
    Pieces pieces(means.cut, values.size_bytes(), element);
    while (const auto piece = pieces.next())
      means.transport.native_sum(values.subspan(piece->offset / sizeof(double), piece->length / sizeof(double)), root);
  }

  Traffic broadcast_traffic(const TransferShape& shape, const Cut& cut, const Pace&) const override {
    return calls(shape, cut);
  }
  Traffic sum_traffic(const TransferShape& shape, const Cut& cut, const Pace&) const override {
    return calls(shape, cut);
  }
  bool follows_pace() const override { return false; }

 private:
  static Traffic calls(const TransferShape& shape, const Cut& cut) {
    if (shape.ranks == 1) return {};
    return {Pieces(cut, shape.bytes, shape.element).count(), static_cast<core::Count>(shape.bytes)};
  }
};

}  // namespace

RouteEntry native_route() {
  return {"native", "the MPI library's own collectives, one call a piece; the pace is ignored",
          [] { return std::unique_ptr<Route>(new Native); }};
}

}  // namespace febem::comm
