// Axis 3 of a transfer: how the pieces between two ranks are held back, and what that costs over a
// link of the network.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/cut.h"
#include "comm/transport.h"
#include "core/types.h"

namespace febem::comm {

/// What messages cost over one link of the network, for predictions: the time of one message as a
/// piecewise linear function of its length, T1(s) = start_up + s per_byte, the part of the start-up
/// that occupies the sender, and the MPI library's eager limit.
class LinkCost {
 public:
  struct Regime {
    double from_bytes = 0;  ///< shortest message it holds for; 0 for the first
    double start_up = 0;    ///< s
    double per_byte = 0;    ///< s
  };

  LinkCost() = default;
  /// At least one regime, shortest messages first. `overhead`: how long a message occupies its
  /// sender besides its bytes, s. `eager_limit`: the longest message whose sender need not wait for
  /// the receiver, bytes.
  LinkCost(std::vector<Regime> regimes, double overhead,
      std::size_t eager_limit = std::numeric_limits<std::size_t>::max())
      : regimes_(std::move(regimes)), overhead_(overhead), eager_limit_(eager_limit) {}

  /// T1: from the call that sends to the arrival of the data, s.
  double delivery(std::size_t bytes) const {
    const auto& r = regime(bytes);
    return r.start_up + static_cast<double>(bytes) * r.per_byte;
  }
  /// How long one message occupies the sender and its line, s.
  double occupied(std::size_t bytes) const {
    return overhead_ + static_cast<double>(bytes) * regime(bytes).per_byte;
  }
  /// Whether a standard-mode send completes without the receiver.
  bool is_eager(std::size_t bytes) const { return bytes <= eager_limit_; }

 private:
  const Regime& regime(std::size_t bytes) const {
    std::size_t r = regimes_.size() - 1;
    while (r > 0 && static_cast<double>(bytes) < regimes_[r].from_bytes) --r;
    return regimes_[r];
  }

  std::vector<Regime> regimes_{Regime{}};
  double overhead_ = 0;
  std::size_t eager_limit_ = std::numeric_limits<std::size_t>::max();
};

/// Times of one piece sent under a pace, s.
struct PieceTimes {
  double delivery = 0;  ///< from push() to the arrival of the piece
  double held = 0;      ///< from push() to when the sender may do something else
  double spacing = 0;   ///< least time between two pieces to the same receiver
  bool waits = false;   ///< the piece leaves only once the receiver has nothing else to do
};

/// The sending end of one message. push() every piece of its segmentation in order, then finish().
class Outgoing {
 public:
  virtual ~Outgoing() = default;
  /// Sends the next piece; may block as the pace says. `data` must stay unchanged until finish().
  virtual void push(Bytes data) = 0;
  /// Whether push() would not wait for the other end. Asked only of a pace that overlaps().
  virtual bool can_push() { return true; }
  /// Blocks until every pushed piece may be overwritten.
  virtual void finish() = 0;
};

/// The receiving end of one message. pull() every piece of its segmentation in order, then
/// finish().
class Incoming {
 public:
  virtual ~Incoming() = default;
  /// Blocks until the next piece has arrived. The result is valid until the next pull() or
  /// finish().
  virtual MutableBytes pull() = 0;
  /// Whether pull() would not wait for the other end. Asked only of a pace that overlaps().
  virtual bool can_pull() { return true; }
  /// Releases what the receiving end held (staging memory, replies in flight).
  virtual void finish() = 0;
};

/// Pushes or pulls every piece of a message.
template <class End>
void push_all(End&& out, Pieces pieces, Bytes data) {
  while (const auto piece = pieces.next()) out.push(data.subspan(piece->offset, piece->length));
  out.finish();
}
template <class End>
void pull_all(End&& in, Pieces pieces) {
  while (pieces.next()) in.pull();
  in.finish();
}

/// Where arriving pieces are put: into the caller's memory, or into staging memory of the pace's
/// own (for at most as many pieces as the pace has in flight), to be consumed piece by piece.
struct ReceiveBuffer {
  /// The memory of a piece; staging memory grows to hold it.
  MutableBytes place(const Piece& piece, std::vector<std::byte>& staging) const {
    if (destination != nullptr) return {destination + piece.offset, piece.length};
    if (staging.size() < piece.length) staging.resize(piece.length);
    return {staging.data(), piece.length};
  }

  std::byte* destination = nullptr;  ///< start of the whole message; null: staged
};

/// The rank at the other end of a message, over this transport (not owned).
struct Peer {
  Transport* transport;
  int rank;
};

/// Stateless; one object serves all transfers. Both ends of a message use the same pace and the
/// same segmentation.
class Pace {
 public:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  virtual ~Pace() = default;

  /// Sets up on a transport what the pace needs there, once before its first transfer; doing it
  /// again is cheap. Collective. Throws core::InputError with the reason, on every rank, where the
  /// pace cannot be used.
  virtual void prepare(Transport&) const {}

  virtual std::unique_ptr<Outgoing> outgoing(Peer to, Pieces pieces) const = 0;
  virtual std::unique_ptr<Incoming> incoming(
      Peer from, Pieces pieces, ReceiveBuffer buffer) const = 0;

  /// Sends or receives a whole message, by the same pieces as outgoing() and incoming(); a pace may
  /// override these two where allocating its ends shows in the time.
  virtual void send(Peer to, Pieces pieces, Bytes data) const {
    push_all(*outgoing(to, pieces), pieces, data);
  }
  virtual void receive(Peer from, Pieces pieces, MutableBytes data) const {
    pull_all(*incoming(from, pieces, {data.data()}), pieces);
  }

  /// Number of messages, replies included, that a message of these pieces takes; replies carry no
  /// bytes.
  virtual core::Count messages(Pieces pieces) const = 0;
  /// Bytes of the longest piece it can carry; no segmentation makes longer ones.
  virtual std::size_t longest_piece() const { return mpi::largest_message; }
  /// Bytes that a receiver may have to hold for one sender, if no piece is longer than `piece`.
  virtual std::size_t most_outstanding(std::size_t piece) const = 0;
  /// Predicted times of a piece of so many bytes over the link; by default those of sends that the
  /// library buffers.
  virtual PieceTimes times(std::size_t bytes, const LinkCost& link) const {
    return {link.delivery(bytes), link.occupied(bytes), link.occupied(bytes)};
  }
  /// True if pieces are transferred while the ranks compute, so that look-ahead hides them.
  virtual bool overlaps() const { return false; }
};

/// A registered pace; `make` gets what follows the colon of "window:4" (empty if there is none, and
/// always if the pace has no parameter) and throws core::InputError if it cannot be used.
struct PaceEntry {
  std::string_view name;
  std::string_view parameter;  ///< how the parameter is shown in help: "", ":W"
  std::string_view help;
  std::unique_ptr<Pace> (*make)(std::string_view parameter);
  std::string_view example;  ///< one specification the conformance tests use: for short pieces
};

/// Every registered pace, in the order of paces/list.inc.
std::span<const PaceEntry> paces();

/// The pace for a specification such as "ack" or "window:4". Throws core::InputError if there is
/// none.
std::unique_ptr<Pace> make_pace(std::string_view text);

/// The parameter as a whole number from 1 to `most`; `usual` if it is empty. Throws
/// core::InputError.
int count_parameter(std::string_view pace, std::string_view parameter, int most, int usual);
/// The parameter as a size of at least `least` bytes; `usual` if it is empty. Throws
/// core::InputError.
std::size_t size_parameter(
    std::string_view pace, std::string_view parameter, std::size_t least, std::size_t usual);
/// Throws core::InputError with the transport's reason if it lacks the capability. Collective.
void require(Transport& transport, Capability capability, std::string_view pace);
/// Throws core::InputError with the reason why the pace cannot be used, unless it is empty.
void require_none(const std::string& reason, std::string_view pace);

}  // namespace febem::comm
