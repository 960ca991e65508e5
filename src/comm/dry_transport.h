// One rank of any number by itself: messages are counted by the ledger above, and nothing is sent.
#pragma once

#include "comm/ticket_table.h"

namespace febem::comm {

/// Every message is complete at once. What would be received stays as it was: who reads it to
/// decide what to do next writes there beforehand what is to be expected. Messages need no memory
/// (core::nowhere()). The pace `persistent` copies what it receives, and so writes over that.
class DryTransport final : public Transport {
 public:
  DryTransport(int rank, int size) : Transport(rank, size) {}

  void perform(const Message&) override {}
  Ticket begin(const Message&) override { return tickets_.open(); }
  Ticket prepare(const Message&) override {
    const Ticket ticket = tickets_.open();
    tickets_[ticket].is_prepared = true;
    return ticket;
  }
  void start(Ticket) override {}
  void release(Ticket prepared) override { tickets_.close(prepared); }
  void wait(Ticket ticket) override {
    if (!tickets_[ticket].is_prepared) tickets_.close(ticket);
  }
  bool test(Ticket ticket) override {
    wait(ticket);
    return true;
  }
  void cancel(Ticket receive) noexcept override { wait(receive); }
  RemoteMemory& memory() override { return memory_; }
  void synchronise() override {}
  std::string unsupported_reason(Capability) override { return {}; }

 private:
  struct State {
    bool is_prepared = false;
  };
  /// Without memory: counters stay at zero.
  class DryMemory final : public RemoteMemory {
   public:
    std::string open(Memory, std::size_t bytes) override {
      bytes_ = std::max(bytes_, bytes);
      return {};
    }
    MutableBytes kept_for(Memory, int) override { return {core::nowhere<std::byte>(), bytes_}; }
    void release(Memory) override {}
    std::string open_counter() override { return {}; }
    std::int64_t add_to_counter(int, std::int64_t) override { return 0; }

   private:
    std::size_t bytes_ = 0;
  };

  DryMemory memory_;
  TicketTable<State> tickets_;
};

}  // namespace febem::comm
