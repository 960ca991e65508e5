// Axis 3 of a transfer: how the pieces between two ranks are held back.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/cut.h"
#include "comm/transport.h"

namespace febem::comm {

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

  /// Bytes of the longest piece it can carry; no segmentation makes longer ones.
  virtual std::size_t longest_piece() const { return mpi::largest_message; }
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
