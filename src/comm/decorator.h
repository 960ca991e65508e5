// A transport that passes everything on to the one below; decorators override what they add to.
#pragma once

#include "comm/transport.h"

namespace febem::comm {

/// Does not own the transport below, which must outlive it.
class Decorator : public Transport {
 public:
  explicit Decorator(Transport& below) : below_(&below) {}

  int rank() const override { return below_->rank(); }
  int size() const override { return below_->size(); }
  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override { below_->send(data, destination, purpose, mode); }
  void receive(MutableBytes data, int source, Purpose purpose) override { below_->receive(data, source, purpose); }
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
    return below_->start_send(data, destination, purpose, mode);
  }
  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override { return below_->start_receive(data, source, purpose); }
  void wait(Ticket ticket) override { below_->wait(ticket); }
  void cancel(Ticket receive) noexcept override { below_->cancel(receive); }
  bool test(Ticket ticket) override { return below_->test(ticket); }
  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
    return below_->prepare_send(data, destination, purpose, mode);
  }
  Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) override { return below_->prepare_receive(data, source, purpose); }
  void start(Ticket prepared) override { below_->start(prepared); }
  void release(Ticket prepared) override { below_->release(prepared); }
  Ticket start_partitioned_send(Bytes data, int partitions, int destination) override {
    return below_->start_partitioned_send(data, partitions, destination);
  }
  Ticket start_partitioned_receive(MutableBytes data, int partitions, int source) override {
    return below_->start_partitioned_receive(data, partitions, source);
  }
  std::string open_memory(Memory kind, std::size_t bytes) override { return below_->open_memory(kind, bytes); }
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset) override { below_->deposit(kind, data, destination, offset); }
  MutableBytes deposited(Memory kind, int source) override { return below_->deposited(kind, source); }
  void release_deposited(Memory kind) override { below_->release_deposited(kind); }
  std::string open_counter() override { return below_->open_counter(); }
  std::int64_t add_to_counter(int rank, std::int64_t change) override { return below_->add_to_counter(rank, change); }
  void native_broadcast(BroadcastBuffer data, int root) override { below_->native_broadcast(data, root); }
  void native_sum(std::span<double> values, int root) override { below_->native_sum(values, root); }
  Ticket start_native_broadcast(BroadcastBuffer data, int root) override { return below_->start_native_broadcast(data, root); }
  Ticket start_native_sum(std::span<double> values, int root) override { return below_->start_native_sum(values, root); }
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
  Transport& below() const { return *below_; }

 private:
  Transport* below_;
};

}  // namespace febem::comm
