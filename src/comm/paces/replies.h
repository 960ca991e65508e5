// Zero-byte messages from the receiver to the sender of a message.
#pragma once

#include "comm/pace.h"

namespace febem::comm {

/// Sends replies without waiting for them to be received: the sender may be busy with another
/// message, and waiting for it could close a circle of ranks that wait for each other where nothing
/// is buffered.
class Replies {
 public:
  explicit Replies(Peer to) : to_(to.rank), in_flight_(*to.transport) {}

  void send() {
    in_flight_.test();
    in_flight_.begin(Message::send({}, to_, Purpose::acknowledgement));
  }
  void finish() { in_flight_.wait(); }

 private:
  int to_;
  PendingMessages in_flight_;
};

/// Receives the replies at the other end, one at a time.
class ReplyReceiver {
 public:
  explicit ReplyReceiver(Peer from) : from_(from) {}

  void wait() {
    if (pending_) {
      from_.transport->wait(ticket_);
      pending_ = false;
    } else {
      from_.transport->perform(Message::receive({}, from_.rank, Purpose::acknowledgement));
    }
  }
  bool test() {
    if (!pending_)
      ticket_ = from_.transport->begin(Message::receive({}, from_.rank, Purpose::acknowledgement));
    pending_ = !from_.transport->test(ticket_);
    return !pending_;
  }

 private:
  Peer from_;
  Ticket ticket_ = 0;
  bool pending_ = false;
};

}  // namespace febem::comm
