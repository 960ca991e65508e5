// Axis 3 of a transfer: how the pieces between two ranks are held back.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "comm/cut.h"
#include "comm/transport.h"
#include "core/types.h"

namespace febem::comm {

/// The sending end of one message. push() every piece of the walk in order, then finish().
class Outgoing {
 public:
  virtual ~Outgoing() = default;
  /// Sends the next piece; may block as the pace says. `data` must stay unchanged until finish().
  virtual void push(Bytes data) = 0;
  /// Blocks until every pushed piece may be overwritten.
  virtual void finish() = 0;
};

/// The receiving end of one message. pull() every piece of the walk in order, then finish().
class Incoming {
 public:
  virtual ~Incoming() = default;
  /// Blocks until the next piece has arrived. The result is valid until the next pull() or finish().
  virtual MutableBytes pull() = 0;
  /// Releases what the receiving end held (staging memory, replies under way).
  virtual void finish() = 0;
};

/// Where arriving pieces are put: in place in the destination, or in staging memory of the pace's own (at most its
/// depth in pieces), to be consumed piece by piece.
struct Landing {
  std::byte* destination = nullptr;  ///< start of the whole message; null: staged
};

/// Who the other end of a message is.
struct Peer {
  Transport* transport;
  int rank;
};

/// Stateless; one object serves all transfers. Both ends of a message use the same pace and the same walk.
class Pace {
 public:
  virtual ~Pace() = default;
  virtual std::unique_ptr<Outgoing> outgoing(Peer to, Pieces pieces) const = 0;
  virtual std::unique_ptr<Incoming> incoming(Peer from, Pieces pieces, Landing landing) const = 0;
  /// Messages that a message of `pieces` pieces costs, replies included; bytes are always the payload's.
  virtual core::Count messages(core::Count pieces) const = 0;
};

/// A registered pace; `make` gets what follows the colon of "window:4" (empty if there is none) and throws
/// core::InputError if it cannot be used.
struct PaceEntry {
  std::string_view name;
  std::string_view parameter;  ///< how the parameter is shown in help: "", ":W"
  std::string_view help;
  std::unique_ptr<Pace> (*make)(std::string_view parameter);
  std::string_view example;  ///< one specification the conformance tests use
};

/// Every registered pace, in the order of paces/list.h.
std::span<const PaceEntry> paces();

/// The pace for a specification such as "ack" or "window:4". Throws core::InputError if there is none.
std::unique_ptr<Pace> make_pace(std::string_view text);

/// Throws core::InputError if a pace that takes no parameter got one.
void require_no_parameter(std::string_view pace, std::string_view parameter);

}  // namespace febem::comm
