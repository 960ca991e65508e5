// The receiving end of the paces that complete one piece before the next.
#pragma once

#include <vector>

#include "comm/pace.h"

namespace febem::comm {

/// Receives one piece, to which the sender may await a reply of zero bytes.
inline void receive_piece(Peer from, MutableBytes place, bool acknowledged) {
  from.transport->perform(Message::receive(place, from.rank));
  if (acknowledged) from.transport->perform(Message::send({}, from.rank, Purpose::acknowledgement));
}

/// Receives each piece when it is asked for.
class OneAtATimeIncoming final : public Incoming {
 public:
  OneAtATimeIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, bool acknowledged)
      : from_(from), pieces_(pieces), buffer_(buffer), acknowledged_(acknowledged) {}

  MutableBytes pull() override {
    const MutableBytes place = buffer_.place(pieces_.next().value(), staging_);
    receive_piece(from_, place, acknowledged_);
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

}  // namespace febem::comm
