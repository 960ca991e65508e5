// The paces that keep several pieces in flight and ask for no replies: window, persistent and
// flood.
#include <optional>
#include <vector>

#include "comm/pace.h"
#include "comm/paces/posted.h"

namespace febem::comm {
namespace {

/// What window and persistent have in common: at most W pieces in flight between two ranks, each by
/// a synchronous-mode send.
class Windowed : public Pace {
 public:
  explicit Windowed(int width) : width_(static_cast<std::size_t>(width)) {}

  bool overlaps() const override { return true; }

 protected:
  std::size_t width() const { return width_; }

 private:
  std::size_t width_;
};

/// window:W: at most W pieces in flight between two ranks.
///
/// The sends are synchronous-mode (MPI_Issend): a standard-mode send of a short piece completes as
/// soon as the library has buffered it, and the receiver could then hold any number of pieces. A
/// receiver has posted at most W pieces per sender, so with P ranks it holds at most (P-1) W c
/// bytes.
class WindowOutgoing final : public Outgoing {
 public:
  WindowOutgoing(Peer to, std::size_t width)
      : to_(to.rank), width_(width), in_flight_(*to.transport) {}

  void push(Bytes data) override {
    if (in_flight_.size() == width_) in_flight_.wait_for_oldest();
    in_flight_.begin(Message::send(data, to_, Purpose::data, SendMode::synchronous));
  }
  bool can_push() override {
    in_flight_.test();
    return in_flight_.size() < width_;
  }
  void finish() override { in_flight_.wait(); }

 private:
  int to_;
  std::size_t width_;
  PendingMessages in_flight_;
};

class Window final : public Windowed {
 public:
  using Windowed::Windowed;

  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<WindowOutgoing>(to, width());
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<PostedIncoming>(from, pieces, buffer, width());
  }
};

// persistent:W: as window:W, with operations set up once for a message and started again for every
// W-th piece (MPI_Ssend_init, MPI_Recv_init).
//
// A persistent operation is bound to its memory, so each of the W slots has memory of its own, and
// every piece is copied into a slot and out of one. A slot is bound anew only where the length of
// the piece differs: at the tail.

enum class End { sending, receiving };

/// Memory and the operation bound to it.
class Slot {
 public:
  Slot(Peer peer, End end) : peer_(peer), end_(end) {}

  /// Starts the operation on `length` bytes.
  void start(std::size_t length) {
    if (memory_.size() != length || !bound_) bind(length);
    peer_.transport->start(operation_);
    running_ = true;
  }
  void wait() {
    if (running_) peer_.transport->wait(operation_);
    running_ = false;
  }
  bool test() {
    if (running_ && peer_.transport->test(operation_)) running_ = false;
    return !running_;
  }
  void release() {
    wait();
    if (bound_) peer_.transport->release(operation_);
    bound_ = false;
  }
  /// Gives up a receive that has been started.
  void cancel() {
    if (running_) peer_.transport->cancel(operation_);
    running_ = bound_ = false;
  }
  /// The memory for a piece of `length` bytes, to be filled before start().
  MutableBytes memory(std::size_t length) {
    if (memory_.size() != length) bind(length);
    return memory_;
  }
  MutableBytes memory() { return memory_; }

 private:
  void bind(std::size_t length) {
    release();
    memory_.resize(length);
    operation_ = end_ == End::sending
                     ? peer_.transport->prepare(
                           Message::send(memory_, peer_.rank, Purpose::data, SendMode::synchronous))
                     : peer_.transport->prepare(Message::receive(memory_, peer_.rank));
    bound_ = true;
  }

  Peer peer_;
  End end_;
  std::vector<std::byte> memory_;
  Ticket operation_ = 0;
  bool bound_ = false, running_ = false;
};

class PersistentOutgoing final : public Outgoing {
 public:
  PersistentOutgoing(Peer to, std::size_t width) : slots_(width, Slot(to, End::sending)) {}

  void push(Bytes data) override {
    Slot& slot = slots_[next_];
    slot.wait();
    copy_bytes(data, slot.memory(data.size()));
    slot.start(data.size());
    next_ = (next_ + 1) % slots_.size();
  }
  bool can_push() override { return slots_[next_].test(); }
  void finish() override {
    for (auto& slot : slots_) slot.release();
  }

 private:
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
};

class PersistentIncoming final : public Incoming {
 public:
  PersistentIncoming(Peer from, Pieces pieces, ReceiveBuffer buffer, std::size_t width)
      : to_post_(pieces), to_pull_(pieces), buffer_(buffer),
        slots_(width, Slot(from, End::receiving)) {
    for (auto& slot : slots_) post(slot);
  }
  ~PersistentIncoming() override {
    for (auto& slot : slots_) slot.cancel();  // none are left after finish()
  }

  MutableBytes pull() override {
    post_released();
    Slot& slot = slots_[next_];
    slot.wait();
    in_use_ = next_;
    next_ = (next_ + 1) % slots_.size();
    const auto piece = to_pull_.next().value();
    if (buffer_.destination == nullptr) return slot.memory();
    const MutableBytes place{buffer_.destination + piece.offset, piece.length};
    copy_bytes(slot.memory(), place);
    return place;
  }
  bool can_pull() override {
    post_released();
    return slots_[next_].test();
  }
  void finish() override {
    for (auto& slot : slots_) slot.release();
  }

 private:
  void post(Slot& slot) {
    if (const auto piece = to_post_.next()) slot.start(piece->length);
  }
  void post_released() {
    if (in_use_) post(slots_[*in_use_]);
    in_use_.reset();
  }

  Pieces to_post_, to_pull_;
  ReceiveBuffer buffer_;
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
  std::optional<std::size_t> in_use_;  ///< slot of the piece last handed out
};

class Persistent final : public Windowed {
 public:
  using Windowed::Windowed;

  void prepare(Transport& transport) const override {
    require(transport, Capability::persistent, "persistent");
  }
  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<PersistentOutgoing>(to, width());
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<PersistentIncoming>(from, pieces, buffer, width());
  }
};

/// flood: every piece started at once (MPI_Isend); what the receiver must buffer is not limited by
/// anything.
class FloodOutgoing final : public Outgoing {
 public:
  explicit FloodOutgoing(Peer to) : to_(to.rank), in_flight_(*to.transport) {}

  void push(Bytes data) override { in_flight_.begin(Message::send(data, to_)); }
  void finish() override { in_flight_.wait(); }

 private:
  int to_;
  PendingMessages in_flight_;
};

class Flood final : public Pace {
 public:
  std::unique_ptr<Outgoing> outgoing(Peer to, Pieces) const override {
    return std::make_unique<FloodOutgoing>(to);
  }
  std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const override {
    return std::make_unique<PostedIncoming>(from, pieces, buffer, 1);
  }
  bool overlaps() const override { return true; }
};

}  // namespace

extern const PaceEntry window_pace{"window", ":W", "at most W pieces in flight between two ranks",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      return std::make_unique<Window>(count_parameter("window:W", parameter, 4096, 4));
    },
    "window:3"};

extern const PaceEntry persistent_pace{"persistent", ":W",
    "as window, with operations set up once for a message (MPI_Send_init)",
    [](std::string_view parameter) -> std::unique_ptr<Pace> {
      return std::make_unique<Persistent>(count_parameter("persistent:W", parameter, 4096, 4));
    },
    "persistent:3"};

extern const PaceEntry flood_pace{"flood", "",
    "every piece started at once; nothing limits what the receiver must hold",
    [](std::string_view) -> std::unique_ptr<Pace> { return std::make_unique<Flood>(); }, "flood"};

}  // namespace febem::comm
