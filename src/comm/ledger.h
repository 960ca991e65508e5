// The ledger: what was sent, and how long communication took, by section of the run.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "comm/decorator.h"
#include "core/metrics.h"

namespace febem::comm {

/// A transport that keeps the books of another (not owned).
class Ledger final : public Decorator {
 public:
  explicit Ledger(Transport& below) : Decorator(below) { open(""); }

  /// What follows is booked under `section`, adding to what is there already.
  void enter(std::string_view section) override;
  /// Of the section entered last, with all other ranks for peers. Whoever else measures the section adds to it; stays where
  /// it is as long as the ledger lives.
  core::RankMetrics& metrics() { return sections_[current_].metrics; }
  /// Of a section; zeros if it was never entered.
  core::RankMetrics metrics(std::string_view section) const;
  /// In all sections.
  core::Traffic sent() const;

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
  void native_broadcast(BroadcastBuffer data, int root) override;
  void native_sum(std::span<double> values, int root) override;
  Ticket start_native_broadcast(BroadcastBuffer data, int root) override;
  Ticket start_native_sum(std::span<double> values, int root) override;
  void note_hidden(double seconds) override;

 private:
  struct Section {
    std::string name;
    core::RankMetrics metrics;
  };
  /// Of a section among all; their number if it was never entered.
  std::size_t position(std::string_view section) const;
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

  std::deque<Section> sections_;
  std::size_t current_ = 0;
  std::vector<Known> known_;  ///< by ticket
};

}  // namespace febem::comm
