// The receiving end of the paces that have receives posted before their pieces are asked for.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "comm/pace.h"
#include "comm/transport.h"

namespace febem::comm {

class PostedIncoming : public Incoming {
 public:
  /// At most `depth` receives are posted.
  PostedIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, std::size_t depth)
      : from_(from), pieces_(pieces), buffer_(buffer) {
    for (std::size_t i = 0; i < depth; ++i) post({});
  }

  MutableBytes pull() override {
    post_again();
    Posted& oldest = posted_.front();
    oldest.receive.wait();
    const MutableBytes place = oldest.place;
    in_use_ = std::move(oldest.staging);
    posted_.pop_front();
    return place;
  }
  bool can_pull() override {
    post_again();
    return !posted_.empty() && posted_.front().receive.test();
  }
  void finish() override { in_use_.reset(); }

 private:
  struct Posted {
    PendingReceive receive;
    MutableBytes place;
    std::vector<std::byte> staging;  ///< empty if the place is the caller's
  };

  /// The memory handed out last is free only now that the caller has done with it.
  void post_again() {
    if (in_use_) post(std::move(*in_use_));
    in_use_.reset();
  }
  void post(std::vector<std::byte> staging) {
    const auto piece = pieces_.next();
    if (!piece) return;
    const MutableBytes place = buffer_.place(*piece, staging);
    posted_.push_back({PendingReceive(*from_.transport, Message::receive(place, from_.rank)), place,
        std::move(staging)});
  }

  Peer from_;
  Pieces pieces_;
  ReceiveBuffer buffer_;
  std::deque<Posted> posted_;
  std::optional<std::vector<std::byte>> in_use_;  ///< staging memory of the piece last handed out
};

}  // namespace febem::comm
