// partitioned:K: each piece handed over in K equal partitions (MPI_Psend_init), or in the largest
// number below K that divides its length; MPI 4.0 only. How much the receiver must hold is the
// library's affair.
#include <algorithm>
#include <optional>
#include <vector>

#include "comm/pace.h"

namespace febem::comm {
namespace {

int partitions_of(std::size_t length, int wished) {
  for (int k = wished; k > 1; --k)
    if (length % static_cast<std::size_t>(k) == 0) return k;
  return 1;
}

class PartitionedOutgoing final : public Outgoing {
 public:
  PartitionedOutgoing(Peer to, int partitions) : to_(to), partitions_(partitions) {}

  void push(Bytes data) override {
    finish();
    in_flight_ = to_.transport->begin(
        Message::send(data, to_.rank).in_partitions(partitions_of(data.size(), partitions_)));
  }
  void finish() override {
    if (in_flight_) to_.transport->wait(*in_flight_);
    in_flight_.reset();
  }

 private:
  Peer to_;
  int partitions_;
  std::optional<Ticket> in_flight_;
};

class PartitionedIncoming final : public Incoming {
 public:
  PartitionedIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, int partitions)
      : from_(from), pieces_(pieces), buffer_(buffer), partitions_(partitions) {}

  MutableBytes pull() override {
    const MutableBytes place = buffer_.place(pieces_.next().value(), staging_);
    from_.transport->wait(
        from_.transport->begin(Message::receive(place, from_.rank)
                                   .in_partitions(partitions_of(place.size(), partitions_))));
    return place;
  }
  void finish() override { staging_ = {}; }

 private:
  Peer from_;
  Pieces pieces_;
  ReceiveBuffer buffer_;
  int partitions_;
  std::vector<std::byte> staging_;
};

class Partitioned final : public Pace {
 public:
  explicit Partitioned(int partitions) : partitions_(partitions) {}

  void prepare(Transport& transport) const override {
    require(transport, Capability::partitioned, "partitioned");
  }
  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<PartitionedOutgoing>(to, partitions_);
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<PartitionedIncoming>(from, pieces, buffer, partitions_);
  }

 private:
  int partitions_;
};

}  // namespace

extern const PaceEntry partitioned_pace{"partitioned", ":K",
    "each piece handed over in K partitions (MPI_Psend_init, MPI 4.0)",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      return std::make_unique<Partitioned>(count_parameter("partitioned:K", parameter, 64, 4));
    },
    "partitioned:4"};

}  // namespace febem::comm
