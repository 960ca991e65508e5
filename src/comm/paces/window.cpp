// window:W: at most W pieces in flight between two ranks.
//
// The sends are synchronous-mode (MPI_Issend): a standard-mode send of a short piece completes as soon as the library
// has buffered it, and the receiver could then hold any number of pieces. A receiver has posted at most W pieces per
// sender, so with P ranks it holds at most (P-1) W c bytes.
#include <deque>

#include "comm/paces/posted.h"
#include "comm/paces/windowed.h"

namespace febem::comm {
namespace {

class WindowOutgoing final : public Outgoing {
 public:
  WindowOutgoing(Peer to, std::size_t width) : to_(to), width_(width) {}

  void push(Bytes data) override {
    if (in_flight_.size() == width_) wait_for_oldest();
    in_flight_.push_back(to_.transport->start_send(data, to_.rank, Purpose::data, SendMode::synchronous));
  }
  bool can_push() override {
    while (!in_flight_.empty() && to_.transport->test(in_flight_.front())) in_flight_.pop_front();
    return in_flight_.size() < width_;
  }
  void finish() override {
    while (!in_flight_.empty()) wait_for_oldest();
  }

 private:
  void wait_for_oldest() {
    to_.transport->wait(in_flight_.front());
    in_flight_.pop_front();
  }

  Peer to_;
  std::size_t width_;
  std::deque<Ticket> in_flight_;
};

class Window final : public Windowed {
 public:
  using Windowed::Windowed;

  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<WindowOutgoing>(to, width());
  }
  std::unique_ptr<Incoming> incoming(Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<PostedIncoming>(from, pieces, buffer, width());
  }
};

}  // namespace

extern const PaceEntry window_pace{"window", ":W", "at most W pieces in flight between two ranks",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      return std::make_unique<Window>(count_parameter("window:W", parameter, 4096, 4));
    },
    "window:3"};

}  // namespace febem::comm
