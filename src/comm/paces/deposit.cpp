// The paces that write each piece into memory the receiver keeps for the sender: put and shared
// differ in the memory.
//
// The memory is two halves, used in turn. A piece is written, then announced by a zero-byte
// message; when the receiver has done with it, it replies with zero bytes, and the half may be
// written again. So a piece costs three messages: the write, its announcement and the reply.
#include <algorithm>

#include "comm/pace.h"
#include "comm/paces/replies.h"

namespace febem::comm {
namespace {

class DepositOutgoing final : public Outgoing {
 public:
  DepositOutgoing(Peer to, Memory kind, std::size_t half)
      : to_(to), kind_(kind), half_(half), replies_(to) {}

  void push(Bytes data) override {
    if (unanswered_ == 2) wait_for_reply();
    to_.transport->perform(Message::put(kind_, data, to_.rank, pushed_ % 2 * half_));
    to_.transport->perform(Message::send({}, to_.rank));
    ++pushed_;
    ++unanswered_;
  }
  void finish() override {
    while (unanswered_ > 0) wait_for_reply();
  }

 private:
  void wait_for_reply() {
    replies_.wait();
    --unanswered_;
  }

  Peer to_;
  Memory kind_;
  std::size_t half_;
  ReplyReceiver replies_;
  std::size_t pushed_ = 0;
  int unanswered_ = 0;
};

class DepositIncoming final : public Incoming {
 public:
  DepositIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, Memory kind, std::size_t half)
      : from_(from), pieces_(pieces), buffer_(buffer), kind_(kind), half_(half), replies_(from) {}

  MutableBytes pull() override {
    reply();
    from_.transport->perform(Message::receive({}, from_.rank));
    const Piece piece = pieces_.next().value();
    const MutableBytes written = from_.transport->memory()
                                     .kept_for(kind_, from_.rank)
                                     .subspan(pulled_ % 2 * half_, piece.length);
    ++pulled_;
    owes_reply_ = true;
    if (buffer_.destination == nullptr) return written;
    const MutableBytes place{buffer_.destination + piece.offset, piece.length};
    copy_bytes(written, place);
    reply();
    return place;
  }
  void finish() override {
    reply();
    replies_.finish();
  }

 private:
  void reply() {
    if (!owes_reply_) return;
    from_.transport->memory().release(kind_);
    replies_.send();
    owes_reply_ = false;
  }

  Peer from_;
  Pieces pieces_;
  ReceiveBuffer buffer_;
  Memory kind_;
  std::size_t half_;
  Replies replies_;
  std::size_t pulled_ = 0;
  bool owes_reply_ = false;
};

class DepositPace final : public Pace {
 public:
  DepositPace(Memory kind, Capability needs, std::string name, std::size_t bytes)
      : kind_(kind), needs_(needs), name_(std::move(name)), half_(bytes / 32 * 16) {}

  void prepare(Transport& transport) const override {
    require(transport, needs_, name_);
    require_none(transport.memory().open(kind_, 2 * half_), name_);
  }
  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<DepositOutgoing>(to, kind_, half_);
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<DepositIncoming>(from, pieces, buffer, kind_, half_);
  }
  std::size_t longest_piece() const override { return std::min(half_, mpi::largest_message); }

 private:
  Memory kind_;
  Capability needs_;
  std::string name_;
  std::size_t half_;
};

/// Memory for one sender if the user does not say, and the least that holds pieces of whole
/// elements, bytes.
constexpr std::size_t usual_deposit = std::size_t{128} << 10, least_deposit = 64;

}  // namespace

/// put: one-sided; the sender writes into a window of the receiver's (MPI_Put).
extern const PaceEntry put_pace{"put", ":BYTES",
    "each piece written into a window of BYTES at the receiver by MPI_Put",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      const auto bytes = size_parameter("put:BYTES", parameter, least_deposit, usual_deposit);
      return std::make_unique<DepositPace>(Memory::window, Capability::window, "put", bytes);
    },
    "put:128"};

/// shared: the sender writes into memory it shares with the receiver; all ranks must be on one
/// node.
extern const PaceEntry shared_pace{"shared", ":BYTES",
    "each piece copied into BYTES of memory shared with the receiver (one node only)",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      const auto bytes = size_parameter("shared:BYTES", parameter, least_deposit, usual_deposit);
      return std::make_unique<DepositPace>(Memory::shared, Capability::shared, "shared", bytes);
    },
    "shared:128"};

}  // namespace febem::comm
