// The routes that the MPI library chooses: native and native-nb.
#include <memory>

#include "comm/route.h"

namespace febem::comm {
namespace {

/// What native and native-nb have in common.
///
/// Who sends to whom is the library's choice, and so is the order of a sum; the pace is ignored.
/// The ledger cannot see the library's messages: it counts one message a call, and the payload
/// once.
class NativeCalls : public Route {
 public:
  bool follows_pace() const override { return false; }

 protected:
  /// One piece a call.
  static Pieces calls(const Cut& cut, std::size_t bytes, std::size_t element) {
    return {cut, bytes, element};
  }
  static std::span<double> doubles(std::span<double> values, const Piece& piece) {
    return values.subspan(piece.offset / sizeof(double), piece.length / sizeof(double));
  }
};

/// native: the MPI library's own MPI_Bcast and MPI_Reduce, one call a piece.
class Native final : public NativeCalls {
 public:
  void broadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override {
    Pieces pieces = calls(context.cut, data.size(), element);
    while (const auto piece = pieces.next())
      context.transport.perform(
          Message::broadcast(data.subspan(piece->offset, piece->length), root));
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element,
      int root) const override {
    Pieces pieces = calls(context.cut, values.size_bytes(), element);
    while (const auto piece = pieces.next())
      context.transport.perform(Message::sum(doubles(values, *piece), root));
  }
};

// native-nb: the MPI library's own non-blocking MPI_Ibcast and MPI_Ireduce, one call a piece, up to
// 16 at once.

/// Libraries hold state for every call in flight, and some run out of it.
constexpr std::size_t most_in_flight = 16;

/// Begins a call for each piece, at most most_in_flight at a time.
template <class MessageOf>
class CallsRequest final : public BroadcastRequest {
 public:
  CallsRequest(Transport& transport, Pieces pieces, MessageOf message_of)
      : in_flight_(transport), pieces_(pieces), message_of_(std::move(message_of)),
        next_(pieces_.next()) {}

  bool progress() override {
    in_flight_.test();
    begin_some();
    return in_flight_.size() == 0;
  }
  void finish() override {
    for (begin_some(); in_flight_.size() > 0; begin_some()) in_flight_.wait_for_oldest();
  }

 private:
  void begin_some() {
    for (; next_ && in_flight_.size() < most_in_flight; next_ = pieces_.next())
      in_flight_.begin(message_of_(*next_));
  }

  PendingMessages in_flight_;
  Pieces pieces_;
  MessageOf message_of_;
  std::optional<Piece> next_;
};

class NativeNonBlocking final : public NativeCalls {
 public:
  std::unique_ptr<BroadcastRequest> ibroadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override {
    const auto call = [data, root](const Piece& piece) {
      return Message::broadcast(data.subspan(piece.offset, piece.length), root);
    };
    const Pieces pieces = calls(context.cut, data.size(), element);
    auto request = std::make_unique<CallsRequest<decltype(call)>>(context.transport, pieces, call);
    request->progress();
    return request;
  }
  bool overlaps(const Pace&) const override { return true; }

  void broadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override {
    ibroadcast(context, data, element, root)->finish();
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element,
      int root) const override {
    const auto call = [&](const Piece& piece) {
      return Message::sum(doubles(values, piece), root);
    };
    CallsRequest(context.transport, calls(context.cut, values.size_bytes(), element), call)
        .finish();
  }
};

}  // namespace

extern const RouteEntry native_route{"native",
    "the MPI library's own collectives, one call a piece; the pace is ignored",
    [] { return std::unique_ptr<Route>(new Native); }};

extern const RouteEntry native_nb_route{"native-nb",
    "the MPI library's non-blocking collectives, one call a piece; the pace is ignored",
    [] { return std::unique_ptr<Route>(new NativeNonBlocking); }};

}  // namespace febem::comm
