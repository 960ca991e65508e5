// The ledger: what was sent, and how long communication took, by section of the run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "comm/route.h"
#include "comm/transport.h"

namespace febem::comm {

/// What one rank did in one section. Messages and bytes are those it sent; a native collective counts once, at its root.
struct Tally {
  std::string section;
  Traffic sent;
  double seconds = 0;  ///< inside transport calls, waiting included
};

/// A transport that keeps the books of another (not owned).
class Ledger final : public Transport {
 public:
  explicit Ledger(Transport& below) : below_(&below), tallies_{Tally{}} {}

  /// What follows is booked under `section`, adding to what is there already.
  void enter(std::string_view section);
  const std::vector<Tally>& tallies() const { return tallies_; }
  /// The tally of a section; zeros if it was never entered.
  Tally tally(std::string_view section) const;

  int rank() const override { return below_->rank(); }
  int size() const override { return below_->size(); }
  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  void receive(MutableBytes data, int source, Purpose purpose) override;
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override;
  void wait(Ticket ticket) override;
  void native_broadcast(MutableBytes data, int root) override;
  void native_sum(std::span<double> values, int root) override;
  void synchronise() override { below_->synchronise(); }

 private:
  Tally& now() { return tallies_[current_]; }
  void book(std::size_t bytes);

  Transport* below_;
  std::vector<Tally> tallies_;
  std::size_t current_ = 0;
};

}  // namespace febem::comm
