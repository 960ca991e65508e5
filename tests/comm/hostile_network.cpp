#include "comm/hostile_network.h"

#include <sched.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace febem::comm {

namespace {

constexpr int purposes = 1 + static_cast<int>(Purpose::meeting);

}  // namespace

class HostileTransport final : public Transport {
 public:
  HostileTransport(HostileNetwork& network, int rank) : network_(&network), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return network_->size_; }

  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
    wait(start_send(data, destination, purpose, mode));
  }
  void receive(MutableBytes data, int source, Purpose purpose) override { wait(start_receive(data, source, purpose)); }

  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
    const std::lock_guard lock(network_->mutex_);
    auto& channel = network_->channel(rank_, destination, purpose);
    const auto operation = std::make_shared<HostileNetwork::Operation>();
    operation->outgoing = data;
    if (mode == SendMode::standard && network_->random_() % 2 == 0) {
      operation->buffered = true;
      operation->copy.assign(data.begin(), data.end());
      operation->outgoing = operation->copy;
    }
    channel.sends.push_back(operation);
    return remember(operation, channel);
  }

  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override {
    const std::lock_guard lock(network_->mutex_);
    auto& channel = network_->channel(source, rank_, purpose);
    const auto operation = std::make_shared<HostileNetwork::Operation>();
    operation->incoming = data;
    std::fill(data.begin(), data.end(), std::byte{0xA5});
    channel.receives.push_back(operation);
    return remember(operation, channel);
  }

  void wait(Ticket ticket) override {
    std::unique_lock lock(network_->mutex_);
    const auto [operation, channel] = started_.at(ticket);
    if (operation == nullptr) return;  // finished when it was started
    channel->changed.notify_all();
    while (!operation->buffered && !operation->complete) {
      HostileNetwork::deliver(*channel);
      channel->changed.notify_all();
      if (!operation->complete) channel->changed.wait(lock);
    }
  }

  bool test(Ticket ticket) override {
    {
      const std::lock_guard lock(network_->mutex_);
      const auto& operation = started_.at(ticket).first;
      if (operation != nullptr && !operation->buffered && !operation->complete && network_->random_() % 2 == 0)
        return false;  // tests may fail for no reason, but not for ever
      if (operation != nullptr && !operation->buffered) {
        HostileNetwork::deliver(*started_.at(ticket).second);
        started_.at(ticket).second->changed.notify_all();
        return operation->complete;
      }
    }
    return true;
  }

  void cancel(Ticket receive) noexcept override {
    const std::lock_guard lock(network_->mutex_);
    const auto [operation, channel] = started_.at(receive);
    if (channel != nullptr) std::erase(channel->receives, operation);
    prepared_.erase(receive);
  }

  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
    const std::lock_guard lock(network_->mutex_);
    started_.emplace_back();
    prepared_[started_.size() - 1] = [=, this] { return start_send(data, destination, purpose, mode); };
    return started_.size() - 1;
  }
  Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) override {
    const std::lock_guard lock(network_->mutex_);
    started_.emplace_back();
    prepared_[started_.size() - 1] = [=, this] { return start_receive(data, source, purpose); };
    return started_.size() - 1;
  }
  void start(Ticket prepared) override {
    const Ticket started = prepared_.at(prepared)();
    const std::lock_guard lock(network_->mutex_);
    started_[prepared] = started_[started];
  }
  void release(Ticket prepared) override { prepared_.erase(prepared); }

  Ticket start_partitioned_send(Bytes data, int partitions, int destination) override {
    if (data.size() % static_cast<std::size_t>(partitions) != 0) throw std::logic_error("partitions must divide");
    return start_send(data, destination, Purpose::data, SendMode::standard);
  }
  Ticket start_partitioned_receive(MutableBytes data, int partitions, int source) override {
    if (data.size() % static_cast<std::size_t>(partitions) != 0) throw std::logic_error("partitions must divide");
    return start_receive(data, source, Purpose::data);
  }

  std::string open_memory(Memory kind, std::size_t bytes) override {
    const std::lock_guard lock(network_->mutex_);
    for (int other = 0; other < size(); ++other) {
      auto& kept = network_->kept(kind, other, rank_);
      if (kept.size() < bytes) kept.resize(bytes);
    }
    return {};
  }
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset) override {
    const std::lock_guard lock(network_->mutex_);
    auto& kept = network_->kept(kind, rank_, destination);
    // The receiver may not have come to its own open_memory() yet; a real window would make the sender wait for it.
    if (kept.size() < offset + data.size()) kept.resize(offset + data.size());
    std::copy(data.begin(), data.end(), kept.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  MutableBytes deposited(Memory kind, int source) override {
    const std::lock_guard lock(network_->mutex_);
    return network_->kept(kind, source, rank_);
  }
  void done_with_deposited(Memory) override {}
  std::string open_counter() override { return {}; }
  std::int64_t add_to_counter(int rank, std::int64_t change) override {
    const std::lock_guard lock(network_->mutex_);
    return network_->counters_.at(static_cast<std::size_t>(rank)) += change;
  }

  void native_broadcast(BroadcastBuffer data, int root) override {
    for (int other = 0; other < size(); ++other) {
      if (other == root) continue;
      if (rank_ == root) send(data.read, other, Purpose::data, SendMode::standard);
      if (rank_ == other) receive(data.written, root, Purpose::data);
    }
  }

  void native_sum(std::span<double> values, int root) override {
    if (rank_ != root) return send(std::as_bytes(values), root, Purpose::data, SendMode::standard);
    std::vector<double> term(values.size());
    for (int other = 0; other < size(); ++other) {
      if (other == root) continue;
      receive(std::as_writable_bytes(std::span(term)), other, Purpose::data);
      for (std::size_t i = 0; i < term.size(); ++i) values[i] += term[i];
    }
  }

  // Finished when they return, which no caller may count on.
  Ticket start_native_broadcast(BroadcastBuffer data, int root) override {
    native_broadcast(data, root);
    return finished();
  }
  Ticket start_native_sum(std::span<double> values, int root) override {
    native_sum(values, root);
    return finished();
  }

  void synchronise() override {}
  std::string unsupported_reason(Capability) override { return {}; }
  void enter(std::string_view) override {}
  void begin_transfer(std::string_view, std::size_t) override {}
  void end_transfer() override {}
  bool observes_transfers() const override { return false; }
  void note_hidden(double) override {}
  void note_progress() override {}

 private:
  Ticket finished() {
    const std::lock_guard lock(network_->mutex_);
    started_.emplace_back();
    return started_.size() - 1;
  }
  Ticket remember(const HostileNetwork::Handle& operation, HostileNetwork::Channel& channel) {
    channel.changed.notify_all();
    started_.emplace_back(operation, &channel);
    return started_.size() - 1;
  }

  HostileNetwork* network_;
  int rank_;
  std::vector<std::pair<HostileNetwork::Handle, HostileNetwork::Channel*>> started_;
  std::map<Ticket, std::function<Ticket()>> prepared_;
};

HostileNetwork::Channel& HostileNetwork::channel(int source, int destination, Purpose purpose) {
  const int index = (source * size_ + destination) * purposes + static_cast<int>(purpose);
  return channels_.at(static_cast<std::size_t>(index));
}

std::vector<std::byte>& HostileNetwork::kept(Memory kind, int source, int destination) {
  return kept_.at(static_cast<std::size_t>(kind)).at(static_cast<std::size_t>(source * size_ + destination));
}

void HostileNetwork::deliver(Channel& channel) {
  while (!channel.sends.empty() && !channel.receives.empty()) {
    const Handle send = channel.sends.front(), receive = channel.receives.front();
    channel.sends.pop_front();
    channel.receives.pop_front();
    if (send->outgoing.size() != receive->incoming.size()) throw std::logic_error("a message of the wrong length");
    if (!send->outgoing.empty()) std::memcpy(receive->incoming.data(), send->outgoing.data(), send->outgoing.size());
    send->complete = receive->complete = true;
  }
}

void HostileNetwork::run(const std::function<void(Transport&)>& program) {
  channels_ = std::vector<Channel>(static_cast<std::size_t>(purposes * size_ * size_));
  counters_.assign(static_cast<std::size_t>(size_), 0);
  for (auto& memory : kept_) memory.assign(static_cast<std::size_t>(size_ * size_), {});
  // Threads that hand messages to each other take half the processor time on one core.
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);  // of this thread and those that it starts
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size_; ++rank)
    threads.emplace_back([this, rank, &program] {
      HostileTransport transport(*this, rank);
      program(transport);
    });
  threads.clear();  // when they have ended
  sched_setaffinity(0, sizeof all, &all);
}

}  // namespace febem::comm
