// window:W: at most W pieces under way between two ranks.
//
// The sends are synchronous-mode (MPI_Issend): a standard-mode send of a short piece completes as soon as the library
// has buffered it, and the receiver could then hold any number of pieces. A receiver has posted at most W pieces per
// sender, so with P ranks it holds at most (P-1) W c bytes.
#include <charconv>
#include <deque>
#include <vector>

#include "comm/pace.h"
#include "core/error.h"

namespace febem::comm {
namespace {

class WindowOutgoing final : public Outgoing {
 public:
  WindowOutgoing(Peer to, std::size_t width) : to_(to), width_(width) {}

  void push(Bytes data) override {
    if (under_way_.size() == width_) wait_for_oldest();
    under_way_.push_back(to_.transport->start_send(data, to_.rank, Purpose::data, SendMode::synchronous));
  }
  void finish() override {
    while (!under_way_.empty()) wait_for_oldest();
  }

 private:
  void wait_for_oldest() {
    to_.transport->wait(under_way_.front());
    under_way_.pop_front();
  }

  Peer to_;
  std::size_t width_;
  std::deque<Ticket> under_way_;
};

class WindowIncoming final : public Incoming {
 public:
  WindowIncoming(Peer from, Pieces pieces, Landing landing, std::size_t width)
      : from_(from), pieces_(pieces), landing_(landing), staging_(width) {
    for (std::size_t slot = 0; slot < width; ++slot) post(slot);
  }

  MutableBytes pull() override {
    // The slot handed out last time is free only now that the caller has done with it.
    if (in_use_ < staging_.size()) post(in_use_);
    const Posted oldest = posted_.front();
    posted_.pop_front();
    from_.transport->wait(oldest.ticket);
    in_use_ = oldest.slot;
    return oldest.place;
  }
  void finish() override { staging_.clear(); }

 private:
  struct Posted {
    Ticket ticket;
    std::size_t slot;
    MutableBytes place;
  };

  void post(std::size_t slot) {
    const auto piece = pieces_.next();
    if (!piece) return;
    std::byte* start = nullptr;
    if (landing_.destination != nullptr) {
      start = landing_.destination + piece->offset;
    } else {
      staging_[slot].resize(piece->length);
      start = staging_[slot].data();
    }
    const MutableBytes place{start, piece->length};
    posted_.push_back({from_.transport->start_receive(place, from_.rank, Purpose::data), slot, place});
  }

  Peer from_;
  Pieces pieces_;
  Landing landing_;
  std::vector<std::vector<std::byte>> staging_;  ///< one slot a piece under way
  std::deque<Posted> posted_;
  std::size_t in_use_ = static_cast<std::size_t>(-1);  ///< slot of the piece last handed out
};

class Window final : public Pace {
 public:
  explicit Window(std::size_t width) : width_(width) {}

  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<WindowOutgoing>(to, width_);
  }
  std::unique_ptr<Incoming> incoming(Peer from, Pieces pieces, Landing landing) const override {
    return std::make_unique<WindowIncoming>(from, pieces, landing, width_);
  }
  core::Count messages(core::Count pieces) const override { return pieces; }

 private:
  std::size_t width_;
};

std::size_t parse_width(std::string_view text) {
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  if (error != std::errc{} || end != text.data() + text.size() || width == 0 || width > 4096)
    throw core::InputError("pace 'window:W' needs a whole number W from 1 to 4096, got '" + std::string(text) + "'");
  return width;
}

}  // namespace

PaceEntry window_pace() {
  return {"window", ":W", "at most W pieces under way between two ranks",
          [](std::string_view parameter) -> std::unique_ptr<Pace> {
            return std::make_unique<Window>(parse_width(parameter));
          },
          "window:3"};
}

}  // namespace febem::comm
