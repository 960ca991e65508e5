// The ledger: what was sent, and how long communication took, by section of the run.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "comm/decorator.h"
#include "comm/route.h"

namespace febem::comm {

/// What passed between this rank and another.
struct PeerTally {
  Traffic sent;
  double seconds = 0;  ///< inside transport calls for messages from or to it, waiting included
};

/// Messages by length: class 0 holds empty ones, class i those of 2^(i-1) to 2^i - 1 bytes.
using SizeClasses = std::array<core::Count, 32>;
inline std::size_t size_class(std::size_t bytes) {
  return std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(bytes)), SizeClasses{}.size() - 1);
}

/// What one rank did in one section. Messages and bytes are those it sent; a native collective counts once, at its root.
struct Tally {
  std::string section;
  Traffic sent;
  double seconds = 0;         ///< inside transport calls, waiting included
  double waiting_seconds = 0;  ///< of these, in calls that return only when a message is complete
  double hidden_seconds = 0;  ///< that transfers begun ahead of need were under way while the rank computed
  SizeClasses sizes = {};          ///< of the messages sent
  std::vector<PeerTally> peers = {};  ///< by rank; the library's own collectives have no peer
};

/// A transport that keeps the books of another (not owned).
class Ledger final : public Decorator {
 public:
  explicit Ledger(Transport& below) : Decorator(below) { open(""); }

  /// What follows is booked under `section`, adding to what is there already.
  void enter(std::string_view section) override;
  const std::vector<Tally>& tallies() const { return tallies_; }
  /// The tally of a section; zeros if it was never entered.
  Tally tally(std::string_view section) const;

  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  void receive(MutableBytes data, int source, Purpose purpose) override;
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override;
  void wait(Ticket ticket) override;
  bool test(Ticket ticket) override;
  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) override;
  void start(Ticket prepared) override;
  void release(Ticket prepared) override;
  Ticket start_partitioned_send(Bytes data, int partitions, int destination) override;
  Ticket start_partitioned_receive(MutableBytes data, int partitions, int source) override;
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset) override;
  void native_broadcast(MutableBytes data, int root) override;
  void native_sum(std::span<double> values, int root) override;
  Ticket start_native_broadcast(MutableBytes data, int root) override;
  Ticket start_native_sum(std::span<double> values, int root) override;
  void note_hidden(double seconds) override;

 private:
  Tally& now() { return tallies_[current_]; }
  class Watch;
  /// What a ticket stands for.
  struct Known {
    int peer = nobody;
    bool prepared_send = false;
    std::size_t bytes = 0;
  };
  static constexpr int nobody = -1;

  void open(std::string_view section);
  void book(std::size_t bytes, int destination);
  void know(Ticket ticket, const Known& what);
  int peer_of(Ticket ticket) const { return ticket < known_.size() ? known_[ticket].peer : nobody; }

  std::vector<Tally> tallies_;
  std::size_t current_ = 0;
  std::vector<Known> known_;  ///< by ticket
};

}  // namespace febem::comm
