#include "comm/hostile_network.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

/// All ranks are in one thread, so that none gains when it gives its core to another program.
/// Beside other tests such gifts, two million, took most of the time.
extern "C" int sched_yield() { return 0; }

namespace febem::comm {

namespace {

constexpr int purposes = 1 + static_cast<int>(Purpose::meeting);

}  // namespace

class HostileTransport final : public Transport, public RemoteMemory {
 public:
  HostileTransport(HostileNetwork& network, int rank)
      : Transport(rank, network.size_), network_(&network) {}

  void perform(const Message& message) override {
    if (message.kind == Message::Kind::put) return put(message);
    if (message.kind == Message::Kind::broadcast) return broadcast(message);
    if (message.kind == Message::Kind::sum) return sum(message);
    wait(begin(message));
  }

  Ticket begin(const Message& message) override {
    if (message.is_collective()) return finished(message);
    const auto& data = message.data;
    if (message.partitions > 0 && data.size() % static_cast<std::size_t>(message.partitions) != 0)
      throw std::logic_error("partitions must divide");
    const auto operation = std::make_shared<HostileNetwork::Operation>();
    if (message.kind == Message::Kind::receive) {
      auto& channel = network_->channel(message.peer, rank(), message.purpose);
      operation->incoming = data.written();
      std::fill(data.written().begin(), data.written().end(), std::byte{0xA5});
      channel.receives.push_back(operation);
      return remember(operation, channel);
    }
    auto& channel = network_->channel(rank(), message.peer, message.purpose);
    operation->outgoing = data.read();
    if (message.mode == SendMode::standard && network_->random_() % 2 == 0) {
      operation->buffered = true;
      operation->copy.assign(data.read().begin(), data.read().end());
      operation->outgoing = operation->copy;
    }
    channel.sends.push_back(operation);
    return remember(operation, channel);
  }

  void wait(Ticket ticket) override {
    const auto [operation, channel] = started_.at(ticket);
    if (operation == nullptr || operation->buffered) return;  // finished when it was started
    HostileNetwork::deliver(*channel);
    if (operation->complete) return;
    auto& mine = network_->ranks_[rank()];
    mine.awaited = operation;
    mine.channel = channel;
    network_->pass_turn(rank());
  }

  bool test(Ticket ticket) override {
    const auto [operation, channel] = started_.at(ticket);
    if (operation == nullptr || operation->buffered || operation->complete) return true;
    if (network_->random_() % 2 == 0)
      HostileNetwork::deliver(*channel);  // tests may fail for no reason, but not for ever
    if (!operation->complete) network_->pass_turn(rank());
    return operation->complete;
  }

  void cancel(Ticket receive) noexcept override {
    const auto [operation, channel] = started_.at(receive);
    if (channel != nullptr) std::erase(channel->receives, operation);
    prepared_.erase(receive);
  }

  Ticket prepare(const Message& message) override {
    started_.emplace_back();
    prepared_[started_.size() - 1] = message;
    return started_.size() - 1;
  }
  void start(Ticket prepared) override {
    const Ticket started = begin(prepared_.at(prepared));
    started_[prepared] = started_[started];
  }
  void release(Ticket prepared) override { prepared_.erase(prepared); }

  RemoteMemory& memory() override { return *this; }
  std::string open(Memory kind, std::size_t bytes) override {
    for (int other = 0; other < size(); ++other) {
      auto& kept = network_->kept(kind, other, rank());
      if (kept.size() < bytes) kept.resize(bytes);
    }
    return {};
  }
  MutableBytes kept_for(Memory kind, int source) override {
    return network_->kept(kind, source, rank());
  }
  void release(Memory) override {}
  std::string open_counter() override { return {}; }
  std::int64_t add_to_counter(int rank, std::int64_t change) override {
    network_->pass_turn(Transport::rank());
    return network_->counters_.at(rank) += change;
  }

  void synchronise() override {}
  std::string unsupported_reason(Capability) override { return {}; }

 private:
  void put(const Message& message) {
    const auto& data = message.data.read();
    auto& kept = network_->kept(message.memory, rank(), message.peer);
    // The receiver may not have come to its own open() yet; a real window would make the sender
    // wait for it.
    if (kept.size() < message.offset + data.size()) kept.resize(message.offset + data.size());
    std::copy(data.begin(), data.end(), kept.begin() + static_cast<std::ptrdiff_t>(message.offset));
  }

  void broadcast(const Message& message) {
    for (int other = 0; other < size(); ++other) {
      if (other == message.peer) continue;
      if (rank() == message.peer) perform(Message::send(message.data.read(), other));
      if (rank() == other) perform(Message::receive(message.data.written(), message.peer));
    }
  }

  void sum(const Message& message) {
    const auto values = message.values();
    if (rank() != message.peer) return perform(Message::send(message.data.read(), message.peer));
    std::vector<double> term(values.size());
    for (int other = 0; other < size(); ++other) {
      if (other == rank()) continue;
      perform(Message::receive(std::as_writable_bytes(std::span(term)), other));
      for (std::size_t i = 0; i < term.size(); ++i) values[i] += term[i];
    }
  }

  /// A collective that is finished when it has been begun, which no caller may count on.
  Ticket finished(const Message& collective) {
    perform(collective);
    started_.emplace_back();
    return started_.size() - 1;
  }
  Ticket remember(const HostileNetwork::Handle& operation, HostileNetwork::Channel& channel) {
    started_.emplace_back(operation, &channel);
    const Ticket ticket = started_.size() - 1;
    if (network_->random_() % 4 == 0) network_->pass_turn(rank());
    return ticket;
  }

  HostileNetwork* network_;
  std::vector<std::pair<HostileNetwork::Handle, HostileNetwork::Channel*>> started_;
  std::map<Ticket, Message> prepared_;
};

HostileNetwork::Channel& HostileNetwork::channel(int source, int destination, Purpose purpose) {
  const int index = (source * size_ + destination) * purposes + static_cast<int>(purpose);
  return channels_.at(index);
}

std::vector<std::byte>& HostileNetwork::kept(Memory kind, int source, int destination) {
  return kept_.at(static_cast<int>(kind)).at(source * size_ + destination);
}

void HostileNetwork::deliver(Channel& channel) {
  while (!channel.sends.empty() && !channel.receives.empty()) {
    const Handle send = channel.sends.front(), receive = channel.receives.front();
    channel.sends.pop_front();
    channel.receives.pop_front();
    if (send->outgoing.size() != receive->incoming.size())
      throw std::logic_error("a message of the wrong length");
    if (!send->outgoing.empty())
      std::memcpy(receive->incoming.data(), send->outgoing.data(), send->outgoing.size());
    send->complete = receive->complete = true;
  }
}

void HostileNetwork::resume(Context& from, Context& to, [[maybe_unused]] bool from_has_ended) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(
      from_has_ended ? nullptr : &from.sanitizer, to.stack, to.stack_bytes);
#endif
  swapcontext(&from.registers, &to.registers);
  resumed(from, nullptr);
}

// `caller`: whose stack is not known yet.
void HostileNetwork::resumed([[maybe_unused]] Context& here, [[maybe_unused]] Context* caller) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(
      here.sanitizer, caller ? &caller->stack : nullptr, caller ? &caller->stack_bytes : nullptr);
#endif
}

void HostileNetwork::pass_turn(int rank) {
  auto& mine = ranks_[rank];
  int left = 0, able = 0, next = rank;
  for (int other = 0; other < size_; ++other) {
    const auto& state = ranks_[other];
    if (state.ended) continue;
    ++left;
    if (state.awaited != nullptr) deliver(*state.channel);
    const bool is_able = state.awaited == nullptr || state.awaited->complete || failure_;
    if (is_able && random_() % static_cast<unsigned>(++able) == 0)
      next = other;  // each with the same chance
  }
  if (left == 0) return resume(mine.context, caller_, true);
  if (able == 0) {
    failure_ = std::make_exception_ptr(std::logic_error("the ranks wait for each other"));
    return pass_turn(rank);
  }
  if (next != rank) resume(mine.context, ranks_[next].context, mine.ended);
  if (failure_) std::rethrow_exception(failure_);
  mine.awaited.reset();
}

void HostileNetwork::run_rank(unsigned network_high, unsigned network_low, int rank) {
  auto& network =
      *reinterpret_cast<HostileNetwork*>(std::uintptr_t{network_high} << 32 | network_low);
  auto& mine = network.ranks_[rank];
  resumed(mine.context, network.caller_.stack == nullptr ? &network.caller_ : nullptr);
  try {
    HostileTransport transport(network, rank);
    (*network.program_)(transport);
  } catch (...) {
    if (!network.failure_) network.failure_ = std::current_exception();
  }
  mine.ended = true;
  network.pass_turn(rank);
}

void HostileNetwork::run(const std::function<void(Transport&)>& program) {
  constexpr std::size_t stack_bytes = 1 << 17;
  channels_ = std::vector<Channel>(purposes * size_ * size_);
  counters_.assign(size_, 0);
  for (auto& memory : kept_) memory.assign(size_ * size_, {});
  program_ = &program;
  failure_ = nullptr;
  ranks_ = std::vector<Rank>(size_);
  for (int rank = 0; rank < size_; ++rank) {
    auto& [context, stack, awaited, channel, ended] = ranks_[rank];
    stack.resize(stack_bytes);
    context.stack = stack.data();
    context.stack_bytes = stack_bytes;
    getcontext(&context.registers);
    context.registers.uc_stack.ss_sp = stack.data();
    context.registers.uc_stack.ss_size = stack_bytes;
    const auto network = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&context.registers, reinterpret_cast<void (*)()>(run_rank), 3,
        static_cast<unsigned>(network >> 32), static_cast<unsigned>(network), rank);
  }
  resume(caller_, ranks_.front().context, false);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace febem::comm
