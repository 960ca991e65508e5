// A transport that passes everything on to the one below; decorators override what they add to.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/transport.h"

namespace febem::comm {

/// Does not own the transport below, which must outlive it. A decorator that only looks at messages
/// overrides begins() and completes().
class Decorator : public Transport {
 public:
  explicit Decorator(Transport& below) : Decorator(below, below.rank(), below.size()) {}

  void perform(const Message& message) override {
    const Record record{message, begins(message)};
    below_->perform(message);
    completes(record);
  }
  Ticket begin(const Message& message) override {
    const auto number = begins(message);
    return remember(below_->begin(message), message, number);
  }
  Ticket prepare(const Message& message) override {
    return remember(below_->prepare(message), message);
  }
  void start(Ticket prepared) override {
    auto& [message, number] = record(prepared);
    number = begins(message);
    below_->start(prepared);
  }
  void release(Ticket prepared) override { below_->release(prepared); }
  void wait(Ticket ticket) override {
    below_->wait(ticket);
    completes(record(ticket));
  }
  bool test(Ticket ticket) override {
    const bool done = below_->test(ticket);
    if (done) completes(record(ticket));
    return done;
  }
  void cancel(Ticket receive) noexcept override { below_->cancel(receive); }
  RemoteMemory& memory() override { return below_->memory(); }
  void synchronise() override { below_->synchronise(); }
  std::string unsupported_reason(Capability capability) override {
    return below_->unsupported_reason(capability);
  }
  void enter(std::string_view section) override { below_->enter(section); }
  void begin_transfer(std::string_view name, std::size_t bytes) override {
    below_->begin_transfer(name, bytes);
  }
  void end_transfer() override { below_->end_transfer(); }
  bool observes_transfers() const override { return below_->observes_transfers(); }
  void note_hidden(double seconds) override { below_->note_hidden(seconds); }
  void note_progress() override { below_->note_progress(); }
  InFlight& in_flight() override { return below_->in_flight(); }

 protected:
  /// With another number for this rank, and another number of ranks.
  Decorator(Transport& below, int rank, int size) : Transport(rank, size), below_(&below) {}

  /// What a ticket stands for.
  struct Record {
    Message message;
    std::uint64_t number = 0;  ///< what begins() gave
  };

  Transport& below() const { return *below_; }
  /// The record of a ticket that begin() or prepare() of this class gave out. Valid until either is
  /// called again.
  Record& record(Ticket ticket) { return records_[ticket]; }

 private:
  /// A message is about to begin, or to be started again. Returns its number, as the decorator
  /// counts.
  virtual std::uint64_t begins(const Message&) { return 0; }
  /// A message has completed.
  virtual void completes(const Record&) {}

  Ticket remember(Ticket ticket, const Message& message, std::uint64_t number = 0) {
    if (records_.size() <= ticket) records_.resize(ticket + 1);
    records_[ticket] = {message, number};
    return ticket;
  }

  Transport* below_;
  std::vector<Record> records_;  ///< by ticket
};

}  // namespace febem::comm
