// The ledger: what was sent, and how long communication took, by section of the run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "comm/decorator.h"
#include "comm/route.h"

namespace febem::comm {

/// What one rank did in one section. Messages and bytes are those it sent; a native collective counts once, at its root.
struct Tally {
  std::string section;
  Traffic sent;
  double seconds = 0;         ///< inside transport calls, waiting included
  double hidden_seconds = 0;  ///< that transfers begun ahead of need were under way while the rank computed
};

/// A transport that keeps the books of another (not owned).
class Ledger final : public Decorator {
 public:
  explicit Ledger(Transport& below) : Decorator(below), tallies_{Tally{}} {}

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
  void book(std::size_t bytes);

  std::vector<Tally> tallies_;
  std::size_t current_ = 0;
  std::vector<std::size_t> prepared_;  ///< by ticket: bytes of a prepared send
};

}  // namespace febem::comm
