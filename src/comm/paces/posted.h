// A receiving end that keeps up to `depth` receives posted before their pieces are asked for.
#pragma once

#include <deque>
#include <vector>

#include "comm/pace.h"
#include "comm/transport.h"

namespace febem::comm {

class PostedIncoming : public Incoming {
 public:
  PostedIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, std::size_t depth) : from_(from), pieces_(pieces), buffer_(buffer), staging_(depth) {
    for (std::size_t slot = 0; slot < depth; ++slot) post(slot);
  }

  MutableBytes pull() override {
    post_released();
    Posted& oldest = posted_.front();
    oldest.receive.wait();
    in_use_ = oldest.slot;
    const MutableBytes place = oldest.place;
    posted_.pop_front();
    return place;
  }
  bool can_pull() override {
    post_released();
    return !posted_.empty() && posted_.front().receive.test();
  }
  void finish() override { staging_.clear(); }

 protected:
  const Peer& peer() const { return from_; }

 private:
  struct Posted {
    PendingReceive receive;
    std::size_t slot;
    MutableBytes place;
  };

  /// The slot handed out last is free only now that the caller has done with it.
  void post_released() {
    if (in_use_ < staging_.size()) post(in_use_);
    in_use_ = none;
  }

  void post(std::size_t slot) {
    const auto piece = pieces_.next();
    if (!piece) return;
    const MutableBytes place = buffer_.place(*piece, staging_[slot]);
    posted_.push_back({PendingReceive(*from_.transport, Message::receive(place, from_.rank)), slot, place});
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Peer from_;
  Pieces pieces_;
  ReceiveBuffer buffer_;
  std::vector<std::vector<std::byte>> staging_;  ///< one slot a piece in flight
  std::deque<Posted> posted_;
  std::size_t in_use_ = none;  ///< slot of the piece last handed out
};

}  // namespace febem::comm
