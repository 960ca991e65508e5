// The bottom of the message layer: point-to-point messages and the MPI library's own collectives.
//
// Decorators (ledger, ...) wrap a Transport and are one themselves; tests put a hostile network in its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace febem::comm {

using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

/// What a message is for. Messages of one purpose between two ranks arrive in the order they were sent.
enum class Purpose : int { data = 1, acknowledgement = 2 };

/// When a send may complete: `standard` when the data has left or been buffered (MPI_Send), `synchronous` only
/// when the receiver has begun to receive it (MPI_Ssend).
enum class SendMode { standard, synchronous };

/// A started operation; to be handed to wait() exactly once.
using Ticket = std::size_t;

class Transport {
 public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Blocks until the send completes in the given mode. `destination` is another rank.
  virtual void send(Bytes data, int destination, Purpose purpose, SendMode mode) = 0;
  /// Blocks until exactly `data.size()` bytes from `source` have arrived.
  virtual void receive(MutableBytes data, int source, Purpose purpose) = 0;
  /// As send, but returns at once; `data` must stay unchanged until wait().
  virtual Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) = 0;
  /// As receive, but returns at once; `data` must not be touched until wait().
  virtual Ticket start_receive(MutableBytes data, int source, Purpose purpose) = 0;
  /// Blocks until the operation has completed.
  virtual void wait(Ticket ticket) = 0;

  /// The library's broadcast. Collective.
  virtual void native_broadcast(MutableBytes data, int root) = 0;
  /// The library's sum; the result is defined on `root` only, other ranks' `values` are left as they were. Collective.
  virtual void native_sum(std::span<double> values, int root) = 0;
  /// Returns when every rank has called it. Collective; for timing and for the end of a run, never counted.
  virtual void synchronise() = 0;
};

}  // namespace febem::comm
