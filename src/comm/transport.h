// The bottom of the message layer: point-to-point messages, memory that others may write to, and the MPI library's own
// collectives.
//
// Decorators (ledger, emulator, ...) wrap a Transport and are one themselves; tests put a hostile network in its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace febem::comm {

using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

/// The memory of a broadcast on one rank: at the root it is only read, elsewhere it is written, and read to pass it on.
struct BroadcastBuffer {
  BroadcastBuffer(Bytes sent) : read(sent) {}
  BroadcastBuffer(MutableBytes copy) : read(copy), written(copy) {}

  std::size_t size() const { return read.size(); }
  BroadcastBuffer subspan(std::size_t offset, std::size_t length) const {
    return written.empty() ? BroadcastBuffer(read.subspan(offset, length)) : BroadcastBuffer(written.subspan(offset, length));
  }

  Bytes read;              ///< all of it, on every rank
  MutableBytes written{};  ///< the same memory; empty at the root
};

/// What a message is for. Messages of one purpose between two ranks arrive in the order they were sent. All but the first
/// two are sent by decorators, each its own; bookkeeping, and what stands behind it, takes no time on an
/// emulated network.
enum class Purpose : int { data = 1, acknowledgement = 2, clock = 3, matched = 4, bookkeeping = 5, question = 6, standing = 7, meeting = 8 };

/// When a send may complete: `standard` when the data has left or been buffered (MPI_Send), `synchronous` only
/// when the receiver has begun to receive it (MPI_Ssend).
enum class SendMode { standard, synchronous };

/// A started or prepared operation of this rank, as MPI_Request is.
using Ticket = std::size_t;

/// Memory that a rank keeps for each other rank to write to: an MPI window, or memory shared within a node.
enum class Memory { window, shared };

/// What an MPI library, or the placing of the ranks on nodes, may not support.
enum class Capability { persistent, partitioned, window, shared };

/// The look-ahead broadcast that is in flight; none if `root` is negative.
struct InFlight {
  int root = -1;
  std::size_t bytes = 0;
};

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
  /// Blocks until the operation has completed. A started ticket is spent, a prepared one may be started again.
  virtual void wait(Ticket ticket) = 0;
  /// Whether the operation has completed; if so, as wait().
  virtual bool test(Ticket ticket) = 0;
  /// Gives up a receive, started or prepared, that has not been waited for: once this returns nothing is written into its
  /// memory any more. For when a run fails; other operations must be waited for.
  virtual void cancel(Ticket receive) noexcept = 0;

  /// Sets an operation up once, to be started many times on the same memory (MPI_Send_init): start(), then wait() or
  /// test(), again and again, then release().
  virtual Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) = 0;
  virtual Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) = 0;
  virtual void start(Ticket prepared) = 0;
  virtual void release(Ticket prepared) = 0;

  /// As start_send and start_receive, the data handed over in `partitions` equal parts (MPI_Psend_init), which must
  /// divide its length. Both ends give the same number.
  virtual Ticket start_partitioned_send(Bytes data, int partitions, int destination) = 0;
  virtual Ticket start_partitioned_receive(MutableBytes data, int partitions, int source) = 0;

  /// Keeps at least `bytes` of memory for each other rank. Returns why it cannot be had, the same on every rank; empty if
  /// it is there. Collective; nothing happens if there is enough already.
  [[nodiscard]] virtual std::string open_memory(Memory kind, std::size_t bytes) = 0;
  /// Writes `data` at `offset` into the memory that `destination` keeps for this rank; it is there on return, and is
  /// read after a message that was sent later has been received.
  virtual void deposit(Memory kind, Bytes data, int destination, std::size_t offset) = 0;
  /// The memory this rank keeps for `source`.
  virtual MutableBytes deposited(Memory kind, int source) = 0;
  /// What was deposited here has been read; a rank that gets a message sent after this may write over it.
  virtual void release_deposited(Memory kind) = 0;

  /// Opens one counter on each rank, zero at first; returns why there can be none, the same on every rank, or an empty text.
  /// Collective.
  [[nodiscard]] virtual std::string open_counter() = 0;
  /// Adds `change` to the counter on `rank` and returns the sum, atomically and without that rank's taking part.
  virtual std::int64_t add_to_counter(int rank, std::int64_t change) = 0;

  /// The library's broadcast. Collective.
  virtual void native_broadcast(BroadcastBuffer data, int root) = 0;
  /// The library's sum; the result is defined on `root` only, other ranks' `values` are left as they were. Collective.
  virtual void native_sum(std::span<double> values, int root) = 0;
  /// The library's nonblocking broadcast and sum (MPI_Ibcast, MPI_Ireduce). Every rank starts them in the same order.
  virtual Ticket start_native_broadcast(BroadcastBuffer data, int root) = 0;
  virtual Ticket start_native_sum(std::span<double> values, int root) = 0;

  /// Returns when every rank has called it. Collective; for timing and for the end of a run, never counted.
  virtual void synchronise() = 0;

  /// Why this transport lacks the capability; empty if it has it. The same on every rank; collective when first asked.
  virtual std::string unsupported_reason(Capability capability) = 0;

  /// What follows belongs to this section of the run: for decorators that count by section.
  virtual void enter(std::string_view section) = 0;
  /// A logical transfer ("broadcast", "sum", ...) of so many bytes begins and ends: for decorators that observe transfers.
  virtual void begin_transfer(std::string_view name, std::size_t bytes) = 0;
  virtual void end_transfer() = 0;
  /// True if a decorator observes transfers; if not, the two calls above may be left out. Constant over its lifetime.
  virtual bool observes_transfers() const = 0;
  /// A look-ahead transfer was in flight for so many seconds while this rank computed: for decorators that count.
  virtual void note_hidden(double seconds) = 0;
  /// Tells decorators that this rank made progress with its arithmetic.
  virtual void note_progress() = 0;
  /// The look-ahead broadcast in flight over this transport and its decorators, by whichever messenger: set by messengers.
  virtual InFlight& in_flight() { return in_flight_; }

 private:
  InFlight in_flight_;
};

/// A receive that has been started. Cancels the receive in its destructor unless it has completed, as when a run fails: its memory may be
/// freed after that. The transport must outlive it.
class PendingReceive {
 public:
  PendingReceive(Transport& transport, Ticket ticket) : transport_(&transport), ticket_(ticket) {}
  PendingReceive(PendingReceive&& other) noexcept : transport_(std::exchange(other.transport_, nullptr)), ticket_(other.ticket_) {}
  PendingReceive& operator=(PendingReceive&&) = delete;
  ~PendingReceive() {
    if (transport_ != nullptr) transport_->cancel(ticket_);
  }

  /// Blocks until it has completed; returns at once if test() or wait() saw that before.
  void wait() {
    if (transport_ != nullptr) transport_->wait(ticket_);
    transport_ = nullptr;
  }
  /// Whether it has completed.
  bool test() {
    if (transport_ != nullptr && transport_->test(ticket_)) transport_ = nullptr;
    return transport_ == nullptr;
  }

 private:
  Transport* transport_;  ///< null once it has completed
  Ticket ticket_;
};

}  // namespace febem::comm
