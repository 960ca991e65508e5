// The routes that the MPI library chooses: native and native-nb.
#include <deque>
#include <memory>

#include "comm/route.h"

namespace febem::comm {
namespace {

/// What native and native-nb have in common.
///
/// Who sends to whom is the library's choice, and so is the order of a sum; the pace is ignored. The ledger cannot see
/// the library's messages: it counts one message a call, and the payload once.
class NativeCalls : public Route {
 public:
  Traffic broadcast_traffic(const TransferShape& shape, const Cut& cut, const Pace&) const override {
    if (shape.ranks == 1) return {};
    return {calls(cut, shape.bytes, shape.element).count(), static_cast<core::Count>(shape.bytes)};
  }
  Traffic sum_traffic(const TransferShape& shape, const Cut& cut, const Pace& pace) const override { return broadcast_traffic(shape, cut, pace); }
  bool follows_pace() const override { return false; }

 protected:
  /// One piece a call.
  static Pieces calls(const Cut& cut, std::size_t bytes, std::size_t element) { return {cut, bytes, element}; }
  static std::span<double> doubles(std::span<double> values, const Piece& piece) {
    return values.subspan(piece.offset / sizeof(double), piece.length / sizeof(double));
  }
};

/// native: the MPI library's own MPI_Bcast and MPI_Reduce, one call a piece.
class Native final : public NativeCalls {
 public:
  void broadcast(const TransferContext& context, BroadcastBuffer data, std::size_t element, int root) const override {
    Pieces pieces = calls(context.cut, data.size(), element);
    while (const auto piece = pieces.next()) context.transport.native_broadcast(data.subspan(piece->offset, piece->length), root);
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element, int root) const override {
    Pieces pieces = calls(context.cut, values.size_bytes(), element);
    while (const auto piece = pieces.next()) context.transport.native_sum(doubles(values, *piece), root);
  }
};

// native-nb: the MPI library's own non-blocking MPI_Ibcast and MPI_Ireduce, one call a piece, up to 16 at once.

/// Libraries hold state for every call in flight, and some run out of it.
constexpr std::size_t most_in_flight = 16;

/// Starts a call for each piece, at most most_in_flight at a time.
template <class Start>
class CallsRequest final : public BroadcastRequest {
 public:
  CallsRequest(Transport& transport, Pieces pieces, Start start)
      : transport_(transport), pieces_(pieces), start_(std::move(start)), next_(pieces_.next()) {}

  bool progress() override {
    while (!in_flight_.empty() && transport_.test(in_flight_.front())) in_flight_.pop_front();
    while (next_ && in_flight_.size() < most_in_flight) start_next();
    return !next_ && in_flight_.empty();
  }
  void finish() override {
    while (next_ || !in_flight_.empty()) {
      while (next_ && in_flight_.size() < most_in_flight) start_next();
      transport_.wait(in_flight_.front());
      in_flight_.pop_front();
    }
  }

 private:
  void start_next() {
    in_flight_.push_back(start_(*next_));
    next_ = pieces_.next();
  }

  Transport& transport_;
  Pieces pieces_;
  Start start_;
  std::optional<Piece> next_;
  std::deque<Ticket> in_flight_;
};

class NativeNonBlocking final : public NativeCalls {
 public:
  std::unique_ptr<BroadcastRequest> ibroadcast(const TransferContext& context, BroadcastBuffer data, std::size_t element, int root) const override {
    auto& transport = context.transport;
    const auto start = [&transport, data, root](const Piece& piece) {
      return transport.start_native_broadcast(data.subspan(piece.offset, piece.length), root);
    };
    const Pieces pieces = calls(context.cut, data.size(), element);
    auto request = std::make_unique<CallsRequest<decltype(start)>>(transport, pieces, start);
    request->progress();
    return request;
  }
  bool overlaps(const Pace&) const override { return true; }

  void broadcast(const TransferContext& context, BroadcastBuffer data, std::size_t element, int root) const override {
    ibroadcast(context, data, element, root)->finish();
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element, int root) const override {
    auto& transport = context.transport;
    const auto start = [&](const Piece& piece) { return transport.start_native_sum(doubles(values, piece), root); };
    CallsRequest(transport, calls(context.cut, values.size_bytes(), element), start).finish();
  }
};

}  // namespace

extern const RouteEntry native_route{"native", "the MPI library's own collectives, one call a piece; the pace is ignored",
                                     [] { return std::unique_ptr<Route>(new Native); }};

extern const RouteEntry native_nb_route{"native-nb", "the MPI library's non-blocking collectives, one call a piece; the pace is ignored",
                                        [] { return std::unique_ptr<Route>(new NativeNonBlocking); }};

}  // namespace febem::comm
