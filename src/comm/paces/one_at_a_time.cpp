// The paces that complete one piece before the next: blocking, sync and ack differ in when a piece
// counts as complete.
//
// blocking: MPI_Send back to back; how much the receiver must buffer is up to the MPI library.
// sync: MPI_Ssend; a piece completes only when the receiver has begun to receive it.
// ack: each piece is answered by a zero-byte message before the next one leaves, as in the 1999
// code.
#include "comm/paces/one_at_a_time.h"

namespace febem::comm {
namespace {

class OneAtATime final : public Pace {
 public:
  OneAtATime(SendMode mode, bool acknowledged) : mode_(mode), acknowledged_(acknowledged) {}

  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<End>(*this, to);
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<OneAtATimeIncoming>(from, pieces, buffer, acknowledged_);
  }
  void send(Peer to, Pieces pieces, Bytes data) const override {
    while (const auto piece = pieces.next())
      send_piece(to, data.subspan(piece->offset, piece->length));
  }
  void receive(Peer from, Pieces pieces, MutableBytes data) const override {
    while (const auto piece = pieces.next())
      receive_piece(from, data.subspan(piece->offset, piece->length), acknowledged_);
  }

 private:
  class End final : public Outgoing {
   public:
    End(const OneAtATime& pace, Peer to) : pace_(pace), to_(to) {}

    void push(Bytes data) override { pace_.send_piece(to_, data); }
    void finish() override {}

   private:
    const OneAtATime& pace_;
    Peer to_;
  };

  void send_piece(Peer to, Bytes piece) const {
    to.transport->perform(Message::send(piece, to.rank, Purpose::data, mode_));
    if (acknowledged_)
      to.transport->perform(Message::receive({}, to.rank, Purpose::acknowledgement));
  }

  SendMode mode_;
  bool acknowledged_;
};

template <SendMode mode, bool acknowledged>
std::unique_ptr<Pace> make(std::string_view) {
  return std::make_unique<OneAtATime>(mode, acknowledged);
}

}  // namespace

extern const PaceEntry blocking_pace{"blocking", "",
    "each piece by MPI_Send, back to back; the receiver's memory is the library's affair",
    make<SendMode::standard, false>, "blocking"};
extern const PaceEntry sync_pace{"sync", "",
    "each piece by MPI_Ssend: no piece leaves before the receiver asks for it",
    make<SendMode::synchronous, false>, "sync"};
extern const PaceEntry ack_pace{"ack", "",
    "each piece answered by a zero-byte message before the next leaves (the 1999 fix)",
    make<SendMode::standard, true>, "ack"};

}  // namespace febem::comm
