// A transport that passes everything on to the one below; decorators override what they add to.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/transport.h"

namespace febem::comm {

/// Does not own the transport below, which must outlive it.
class Decorator : public Transport {
 public:
  explicit Decorator(Transport& below) : Transport(below.rank(), below.size()), below_(&below) {}

  void perform(const Message& message) override { below_->perform(message); }
  Ticket begin(const Message& message) override { return remember(below_->begin(message), message); }
  Ticket prepare(const Message& message) override { return remember(below_->prepare(message), message); }
  void start(Ticket prepared) override { below_->start(prepared); }
  void release(Ticket prepared) override { below_->release(prepared); }
  void wait(Ticket ticket) override { below_->wait(ticket); }
  bool test(Ticket ticket) override { return below_->test(ticket); }
  void cancel(Ticket receive) noexcept override { below_->cancel(receive); }
  RemoteMemory& memory() override { return below_->memory(); }
  void synchronise() override { below_->synchronise(); }
  std::string unsupported_reason(Capability capability) override { return below_->unsupported_reason(capability); }
  void enter(std::string_view section) override { below_->enter(section); }
  void begin_transfer(std::string_view name, std::size_t bytes) override { below_->begin_transfer(name, bytes); }
  void end_transfer() override { below_->end_transfer(); }
  bool observes_transfers() const override { return below_->observes_transfers(); }
  void note_hidden(double seconds) override { below_->note_hidden(seconds); }
  void note_progress() override { below_->note_progress(); }
  InFlight& in_flight() override { return below_->in_flight(); }

 protected:
  /// What a ticket stands for.
  struct Record {
    Message message;
    std::uint64_t number = 0;  ///< of the message, as the decorator counts
  };

  Transport& below() const { return *below_; }
  /// The record of a ticket that begin() or prepare() of this class gave out. Valid until either is called again.
  Record& record(Ticket ticket) { return records_[ticket]; }

 private:
  Ticket remember(Ticket ticket, const Message& message) {
    if (records_.size() <= ticket) records_.resize(ticket + 1);
    records_[ticket] = {message};
    return ticket;
  }

  Transport* below_;
  std::vector<Record> records_;  ///< by ticket
};

}  // namespace febem::comm
