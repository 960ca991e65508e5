// credit:BYTES: the receiver lets the sender have BYTES in flight and grants more as it receives.
//
// With B = BYTES and pieces of at most B/2, the receiver grants the bytes received since its last
// grant as soon as they are B/2 or more and pieces are still to come. A sender that lacks credit
// for a piece has more than B/2 bytes not yet granted back, so the receiver, having received them,
// grants: nobody waits for ever. Both ends know the segmentation, so a grant is a zero-byte
// message, and its amount is known.
#include <algorithm>
#include <utility>

#include "comm/pace.h"
#include "comm/paces/posted.h"
#include "comm/paces/replies.h"

namespace febem::comm {
namespace {

/// When the receiver grants, and how much.
class Grants {
 public:
  Grants(Pieces pieces, std::size_t credit)
      : pieces_(pieces), total_(pieces.total()), threshold_(credit - credit / 2) {}

  /// Bytes granted after receiving the next piece; 0: no grant.
  std::size_t after_next_piece() {
    const auto piece = pieces_.next();
    received_ += piece->length;
    if (received_ < threshold_ || piece->offset + piece->length == total_) return 0;
    return std::exchange(received_, 0);
  }
  /// The bytes of the next grant; 0: there is none any more.
  std::size_t next_grant() {
    for (Pieces left = pieces_; left.next();)
      if (const std::size_t granted = after_next_piece(); granted > 0) return granted;
    return 0;
  }

 private:
  Pieces pieces_;
  std::size_t total_;
  std::size_t threshold_;
  std::size_t received_ = 0;  ///< since the last grant
};

class CreditOutgoing final : public Outgoing {
 public:
  CreditOutgoing(Peer to, Pieces pieces, std::size_t credit)
      : to_(to.rank), pieces_(pieces), grants_(pieces, credit), replies_(to), credit_(credit),
        in_flight_(*to.transport) {}

  void push(Bytes data) override {
    while (credit_ < data.size()) {
      replies_.wait();
      credit_ += grants_.next_grant();
    }
    in_flight_.test();
    credit_ -= data.size();
    pieces_.next();
    in_flight_.begin(Message::send(data, to_));
  }
  bool can_push() override {
    Pieces ahead = pieces_;
    const auto piece = ahead.next();
    while (piece && credit_ < piece->length) {
      if (!replies_.test()) return false;
      credit_ += grants_.next_grant();
    }
    return true;
  }
  void finish() override {
    while (grants_.next_grant() > 0) replies_.wait();
    in_flight_.wait();
  }

 private:
  int to_;
  Pieces pieces_;
  Grants grants_;
  ReplyReceiver replies_;
  std::size_t credit_;
  PendingMessages in_flight_;
};

class CreditIncoming final : public PostedIncoming {
 public:
  CreditIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, std::size_t credit)
      : PostedIncoming(from, pieces, buffer, 1), grants_(pieces, credit), replies_(from) {}

  MutableBytes pull() override {
    const MutableBytes piece = PostedIncoming::pull();
    if (grants_.after_next_piece() > 0) replies_.send();
    return piece;
  }
  void finish() override {
    replies_.finish();
    PostedIncoming::finish();
  }

 private:
  Grants grants_;
  Replies replies_;
};

class Credit final : public Pace {
 public:
  explicit Credit(std::size_t credit) : credit_(credit) {}

  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces pieces) const override {
    return std::make_unique<CreditOutgoing>(to, pieces, credit_);
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<CreditIncoming>(from, pieces, buffer, credit_);
  }
  std::size_t longest_piece() const override { return std::min(credit_ / 2, mpi::largest_message); }
  bool overlaps() const override { return true; }

 private:
  std::size_t credit_;
};

}  // namespace

extern const PaceEntry credit_pace{"credit", ":BYTES",
    "at most BYTES in flight between two ranks; the receiver grants more as it receives",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      return std::make_unique<Credit>(
          size_parameter("credit:BYTES", parameter, 64, std::size_t{64} << 10));
    },
    "credit:128"};

}  // namespace febem::comm
