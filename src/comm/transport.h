// The bottom of the message layer: messages, the tickets of those in flight, and memory that others
// may write to.
//
// Decorators (ledger, emulator, ...) wrap a Transport and are one themselves; tests put a hostile
// network in its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "comm/message.h"

namespace febem::comm {

/// A message of this rank that has been begun or prepared, as MPI_Request is.
using Ticket = std::size_t;

/// What an MPI library, or the placing of the ranks on nodes, may not support.
enum class Capability { persistent, partitioned, window, shared };

/// The look-ahead broadcast that is in flight; none if `root` is negative.
struct InFlight {
  int root = -1;
  std::size_t bytes = 0;
};

/// Memory and counters of each rank that the others reach without its taking part.
class RemoteMemory {
 public:
  virtual ~RemoteMemory() = default;

  /// Keeps at least `bytes` of memory for each other rank. Returns an error text, identical on all
  /// ranks; empty on success. Collective; nothing happens if there is enough already.
  [[nodiscard]] virtual std::string open(Memory kind, std::size_t bytes) = 0;
  /// The memory this rank keeps for `source`.
  virtual MutableBytes kept_for(Memory kind, int source) = 0;
  /// What was put here has been read; a rank that gets a message sent after this may write over it.
  virtual void release(Memory kind) = 0;

  /// Opens one counter on each rank, zero at first. Returns an error text, identical on all ranks;
  /// empty on success. Collective.
  [[nodiscard]] virtual std::string open_counter() = 0;
  /// Adds `change` to the counter on `rank` and returns the sum, atomically and without that rank's
  /// taking part.
  virtual std::int64_t add_to_counter(int rank, std::int64_t change) = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Blocks until the message is complete on this rank.
  virtual void perform(const Message& message) = 0;
  /// As perform(), but returns at once; the memory must be left alone until wait(). For every kind
  /// but puts. Every rank begins collectives in the same order.
  virtual Ticket begin(const Message& message) = 0;
  /// Sets a send or receive up once, to be started many times on the same memory (MPI_Send_init):
  /// start(), then wait() or test(), again and again, then release().
  virtual Ticket prepare(const Message& message) = 0;
  virtual void start(Ticket prepared) = 0;
  virtual void release(Ticket prepared) = 0;
  /// Blocks until the message is complete. The ticket of one that was begun is spent, a prepared
  /// one may be started again.
  virtual void wait(Ticket ticket) = 0;
  /// Whether the message is complete; if so, as wait().
  virtual bool test(Ticket ticket) = 0;
  /// Gives up a receive, begun or prepared, that has not been waited for: once this returns nothing
  /// is written into its memory any more. For when a run fails; other messages must be waited for.
  virtual void cancel(Ticket receive) noexcept = 0;

  virtual RemoteMemory& memory() = 0;

  /// Returns when every rank has called it. Collective; for timing and for the end of a run, never
  /// counted.
  virtual void synchronise() = 0;

  /// Why this transport lacks the capability; empty if it has it. The same on every rank;
  /// collective when first asked.
  virtual std::string unsupported_reason(Capability capability) = 0;

  /// What follows belongs to this section of the run: for decorators that count by section.
  virtual void enter(std::string_view /*section*/) {}
  /// A logical transfer ("broadcast", "sum", ...) of so many bytes begins and ends: for decorators
  /// that observe transfers.
  virtual void begin_transfer(std::string_view /*name*/, std::size_t /*bytes*/) {}
  virtual void end_transfer() {}
  /// True if a decorator observes transfers; if not, the two calls above may be left out. Constant
  /// over its lifetime.
  virtual bool observes_transfers() const { return false; }
  /// A look-ahead transfer was in flight for so many seconds while this rank computed: for
  /// decorators that count.
  virtual void note_hidden(double /*seconds*/) {}
  /// Tells decorators that this rank made progress with its arithmetic.
  virtual void note_progress() {}
  /// The look-ahead broadcast in flight over this transport and its decorators, by whichever
  /// messenger: set by messengers.
  virtual InFlight& in_flight() { return in_flight_; }

 protected:
  Transport(int rank, int size) : rank_(rank), size_(size) {}

 private:
  int rank_, size_;
  InFlight in_flight_;
};

/// A receive in flight, begun by the constructor. Cancels the receive in its destructor unless it
/// has completed, as when a run fails: its memory may be freed after that. The transport must
/// outlive it.
class PendingReceive {
 public:
  PendingReceive(Transport& transport, const Message& receive)
      : transport_(&transport), ticket_(transport.begin(receive)) {}
  PendingReceive(PendingReceive&& other) noexcept
      : transport_(std::exchange(other.transport_, nullptr)), ticket_(other.ticket_) {}
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

/// Messages that have been begun and not waited for, oldest first. The transport must outlive them.
class PendingMessages {
 public:
  explicit PendingMessages(Transport& transport) : transport_(&transport) {}

  std::size_t size() const { return tickets_.size(); }
  void begin(const Message& message) { tickets_.push_back(transport_->begin(message)); }
  /// Forgets the oldest ones that are complete.
  void test() {
    while (!tickets_.empty() && transport_->test(tickets_.front())) tickets_.pop_front();
  }
  void wait_for_oldest() {
    transport_->wait(tickets_.front());
    tickets_.pop_front();
  }
  void wait() {
    while (!tickets_.empty()) wait_for_oldest();
  }

 private:
  Transport* transport_;
  std::deque<Ticket> tickets_;
};

}  // namespace febem::comm
