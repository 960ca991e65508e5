// flood: every piece started at once (MPI_Isend); what the receiver must buffer is not limited by anything.
#include <vector>

#include "comm/pace.h"
#include "comm/paces/posted.h"

namespace febem::comm {
namespace {

class FloodOutgoing final : public Outgoing {
 public:
  explicit FloodOutgoing(Peer to) : to_(to) {}

  void push(Bytes data) override {
    in_flight_.push_back(to_.transport->start_send(data, to_.rank, Purpose::data, SendMode::standard));
  }
  void finish() override {
    for (const Ticket ticket : in_flight_) to_.transport->wait(ticket);
    in_flight_.clear();
  }

 private:
  Peer to_;
  std::vector<Ticket> in_flight_;
};

class Flood final : public Pace {
 public:
  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override { return std::make_unique<FloodOutgoing>(to); }
  std::unique_ptr<Incoming> incoming(Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<PostedIncoming>(from, pieces, buffer, 1);
  }
  core::Count messages(Pieces pieces) const override { return pieces.count(); }
  std::size_t most_outstanding(std::size_t) const override { return unlimited; }
  bool overlaps() const override { return true; }
};

}  // namespace

extern const PaceEntry flood_pace{"flood", "", "every piece started at once; nothing limits what the receiver must hold",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      require_no_parameter("flood", parameter);
      return std::make_unique<Flood>();
    },
    "flood"};

}  // namespace febem::comm
