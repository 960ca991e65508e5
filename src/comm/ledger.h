// The ledger: what was sent, and how long communication took, by section of the run.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "comm/decorator.h"
#include "core/metrics.h"

namespace febem::comm {

/// Counts the messages, bytes and seconds of the transport below (not owned), by section and peer.
class Ledger final : public Decorator {
 public:
  explicit Ledger(Transport& below) : Decorator(below) { open(""); }

  /// What follows is counted under `section`, adding to what is there already.
  void enter(std::string_view section) override;
  /// The metrics of the section entered last, with all ranks as peers. The caller may add what it measured itself (seconds, flops). The
  /// reference stays valid as long as the ledger.
  core::RankMetrics& metrics() { return sections_[current_].metrics; }
  /// The metrics of a section on this rank; zeros if it was never entered.
  core::RankMetrics metrics(std::string_view section) const;
  /// Messages and bytes sent by this rank in all sections.
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
  /// Index of a section in sections_; sections_.size() if it was never entered.
  std::size_t position(std::string_view section) const;
  class ScopedTimer;
  /// The operation that a ticket stands for.
  struct OperationRecord {
    int peer = nobody;  ///< rank at the other end
    bool prepared_send = false;
    std::size_t bytes = 0;  ///< of a prepared send, counted at each start()
  };
  static constexpr int nobody = -1;  ///< the peer of a library's collective

  void open(std::string_view section);
  void count(std::size_t bytes, int destination);
  void record(Ticket ticket, const OperationRecord& what);
  int peer_of(Ticket ticket) const { return ticket < operations_.size() ? operations_[ticket].peer : nobody; }

  std::deque<Section> sections_;
  std::size_t current_ = 0;
  std::vector<OperationRecord> operations_;  ///< by ticket
};

}  // namespace febem::comm
