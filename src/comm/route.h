// Axis 1 of a transfer: who sends to whom.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "comm/cut.h"
#include "comm/pace.h"
#include "comm/transport.h"

namespace febem::comm {

/// What a route is handed for one transfer: the transport and the choices on the other two axes.
/// Owns none of them.
struct TransferContext {
  Transport& transport;
  Cut cut;
  const Pace& pace;
};

/// A broadcast in flight, as MPI_Ibcast begins one. The data must be left alone until finish() has
/// returned.
class BroadcastRequest {
 public:
  virtual ~BroadcastRequest() = default;
  /// Starts and completes what it can without waiting for another rank; true once nothing is left
  /// to do but finish().
  virtual bool progress() = 0;
  /// Blocks until this rank has the data, has passed it on, and may overwrite it.
  virtual void finish() = 0;
};

class Route {
 public:
  virtual ~Route() = default;
  /// Copies `data` of `root`, which is only read, to every rank. Collective; all ranks give the
  /// same length and element.
  virtual void broadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const = 0;
  /// Begins a broadcast without waiting for any other rank, as far as route and pace allow;
  /// finish() does the rest. Collective; between two ranks no other transfer may begin before it
  /// has finished.
  virtual std::unique_ptr<BroadcastRequest> ibroadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const;
  /// Whether ibroadcast() with this pace begins anything before finish().
  virtual bool overlaps(const Pace&) const { return false; }
  /// Adds `values` of all ranks into those of `root`, always in the same order for a given route
  /// and number of ranks; other ranks' values are unspecified afterwards. Collective; pieces are
  /// multiples of `element` bytes.
  virtual void sum(const TransferContext& context, std::span<double> values, std::size_t element,
      int root) const = 0;

  /// False if the pace has no effect, as on the MPI library's own collectives.
  virtual bool follows_pace() const { return true; }
};

struct RouteEntry {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Route> (*make)();
};

/// Every registered route, in the order of routes/list.inc.
std::span<const RouteEntry> routes();

/// The route of that name. Throws core::InputError if there is none.
std::unique_ptr<Route> make_route(std::string_view name);

/// The pieces into which the cut divides a message of `bytes`, none longer than the pace can carry.
Pieces segmentation(const TransferContext& context, std::size_t bytes, std::size_t element);

/// One message to or from one rank, piece by piece.
void send(const TransferContext& context, Bytes data, std::size_t element, int destination);
void receive(const TransferContext& context, MutableBytes data, std::size_t element, int source);

/// a += b, element by element; both of the same length. Nothing if one of them does not exist.
void add(MutableBytes a, Bytes b);

}  // namespace febem::comm
