// Zero-byte messages from the receiver to the sender of a message.
#pragma once

#include <deque>

#include "comm/pace.h"

namespace febem::comm {

/// Sends replies without waiting for them to be received: the sender may be busy with another message, and waiting for
/// it could close a circle of ranks that wait for each other where nothing is buffered.
class Replies {
 public:
  explicit Replies(Peer to) : to_(to) {}

  void send() {
    while (!in_flight_.empty() && to_.transport->test(in_flight_.front())) in_flight_.pop_front();
    in_flight_.push_back(to_.transport->start_send({}, to_.rank, Purpose::acknowledgement, SendMode::standard));
  }
  void finish() {
    for (; !in_flight_.empty(); in_flight_.pop_front()) to_.transport->wait(in_flight_.front());
  }

 private:
  Peer to_;
  std::deque<Ticket> in_flight_;
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
      from_.transport->receive({}, from_.rank, Purpose::acknowledgement);
    }
  }
  bool test() {
    if (!pending_) ticket_ = from_.transport->start_receive({}, from_.rank, Purpose::acknowledgement);
    pending_ = !from_.transport->test(ticket_);
    return !pending_;
  }

 private:
  Peer from_;
  Ticket ticket_ = 0;
  bool pending_ = false;
};

}  // namespace febem::comm
