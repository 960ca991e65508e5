#include "comm/hostile_network.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace febem::comm {

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
    network_->changed_.notify_all();
    while (!operation->buffered && !operation->complete) {
      HostileNetwork::deliver(*channel);
      network_->changed_.notify_all();
      if (!operation->complete) network_->changed_.wait(lock);
    }
  }

  void native_broadcast(MutableBytes data, int root) override {
    for (int other = 0; other < size(); ++other) {
      if (other == root) continue;
      if (rank_ == root) send(data, other, Purpose::data, SendMode::standard);
      if (rank_ == other) receive(data, root, Purpose::data);
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

  void synchronise() override {}

 private:
  Ticket remember(const HostileNetwork::Handle& operation, HostileNetwork::Channel& channel) {
    started_.emplace_back(operation, &channel);
    return started_.size() - 1;
  }

  HostileNetwork* network_;
  int rank_;
  std::vector<std::pair<HostileNetwork::Handle, HostileNetwork::Channel*>> started_;
};

HostileNetwork::Channel& HostileNetwork::channel(int source, int destination, Purpose purpose) {
  const int purposes = 3;
  const int index = (source * size_ + destination) * purposes + static_cast<int>(purpose);
  return channels_.at(static_cast<std::size_t>(index));
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
  channels_.assign(static_cast<std::size_t>(3 * size_ * size_), {});
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size_; ++rank)
    threads.emplace_back([this, rank, &program] {
      HostileTransport transport(*this, rank);
      program(transport);
    });
}

}  // namespace febem::comm
