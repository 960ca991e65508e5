// The paces that complete one piece before the next: blocking, sync and ack differ in when a piece counts as complete.
#pragma once

#include <vector>

#include "comm/pace.h"

namespace febem::comm {

/// Sends each piece in one mode and, if asked, waits for a zero-byte reply to it.
class OneAtATimeOutgoing final : public Outgoing {
 public:
  OneAtATimeOutgoing(Peer to, SendMode mode, bool acknowledged) : to_(to), mode_(mode), acknowledged_(acknowledged) {}

  void push(Bytes data) override {
    to_.transport->perform(Message::send(data, to_.rank, Purpose::data, mode_));
    if (acknowledged_) to_.transport->perform(Message::receive({}, to_.rank, Purpose::acknowledgement));
  }
  void finish() override {}

 private:
  Peer to_;
  SendMode mode_;
  bool acknowledged_;
};

/// Receives each piece when it is asked for and, if asked, replies to it with zero bytes.
class OneAtATimeIncoming final : public Incoming {
 public:
  OneAtATimeIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, bool acknowledged)
      : from_(from), pieces_(pieces), buffer_(buffer), acknowledged_(acknowledged) {}

  MutableBytes pull() override {
    const MutableBytes place = buffer_.place(pieces_.next().value(), staging_);
    from_.transport->perform(Message::receive(place, from_.rank));
    if (acknowledged_) from_.transport->perform(Message::send({}, from_.rank, Purpose::acknowledgement));
    return place;
  }
  void finish() override { staging_ = {}; }

 private:
  Peer from_;
  Pieces pieces_;
  ReceiveBuffer buffer_;
  bool acknowledged_;
  std::vector<std::byte> staging_;
};

/// A pace made of the two above.
class OneAtATime final : public Pace {
 public:
  OneAtATime(SendMode mode, bool acknowledged) : mode_(mode), acknowledged_(acknowledged) {}

  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override { return std::make_unique<OneAtATimeOutgoing>(to, mode_, acknowledged_); }
  std::unique_ptr<Incoming> incoming(Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<OneAtATimeIncoming>(from, pieces, buffer, acknowledged_);
  }
  void send(Peer to, Pieces pieces, Bytes data) const override { push_all(OneAtATimeOutgoing(to, mode_, acknowledged_), pieces, data); }
  void receive(Peer from, Pieces pieces, MutableBytes data) const override {
    pull_all(OneAtATimeIncoming(from, pieces, {data.data()}, acknowledged_), pieces);
  }
  core::Count messages(Pieces pieces) const override { return (acknowledged_ ? 2 : 1) * pieces.count(); }
  std::size_t most_outstanding(std::size_t piece) const override { return acknowledged_ || mode_ == SendMode::synchronous ? piece : unlimited; }
  /// ack: T1(c) + T1(0) a piece; sync: T1(c) + 2 T1(0), for the sender asks before it sends.
  PieceTimes times(std::size_t bytes, const LinkCost& link) const override {
    PieceTimes result = Pace::times(bytes, link);
    if (mode_ == SendMode::synchronous) result.delivery += 2 * link.delivery(0);
    if (mode_ == SendMode::synchronous) result.held = result.spacing = result.delivery;
    if (acknowledged_) result.held = result.spacing = result.delivery + link.delivery(0);
    return result;
  }

 private:
  SendMode mode_;
  bool acknowledged_;
};

}  // namespace febem::comm
