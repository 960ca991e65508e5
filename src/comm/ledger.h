// The ledger: what was sent, and how long communication took, by section of the run.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "comm/decorator.h"
#include "core/metrics.h"

namespace febem::comm {

/// Counts the messages, bytes and seconds of the transport below (not owned), by section and peer.
class Ledger final : public Decorator {
 public:
  explicit Ledger(Transport& below) : Decorator(below) { open(""); }

  /// What follows is counted under `section`, adding to what is there already.
  void enter(std::string_view section) override;
  /// The metrics of the section entered last, with all ranks as peers. The caller may add what it
  /// measured itself (seconds, flops). The reference stays valid as long as the ledger.
  core::RankMetrics& metrics() { return sections_[current_].metrics; }
  /// The metrics of a section on this rank; zeros if it was never entered.
  core::RankMetrics metrics(std::string_view section) const;
  /// Messages and bytes sent by this rank in all sections.
  core::Traffic sent() const;

  void perform(const Message& message) override;
  Ticket begin(const Message& message) override;
  Ticket prepare(const Message& message) override;
  void start(Ticket prepared) override;
  void release(Ticket prepared) override;
  void wait(Ticket ticket) override;
  bool test(Ticket ticket) override;
  void note_hidden(double seconds) override;

 private:
  struct Section {
    std::string name;
    core::RankMetrics metrics;
  };
  /// Index of a section in sections_; sections_.size() if it was never entered.
  std::size_t position(std::string_view section) const;
  class ScopedTimer;

  void open(std::string_view section);
  /// Counts a message if it leaves this rank; one of the library's is counted by its root.
  void count(const Message& message);

  std::deque<Section> sections_;
  std::size_t current_ = 0;
};

}  // namespace febem::comm
