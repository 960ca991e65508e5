#include "comm/hostile_network.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
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

  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override { wait(start_send(data, destination, purpose, mode)); }
  void receive(MutableBytes data, int source, Purpose purpose) override { wait(start_receive(data, source, purpose)); }

  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
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
    auto& channel = network_->channel(source, rank_, purpose);
    const auto operation = std::make_shared<HostileNetwork::Operation>();
    operation->incoming = data;
    std::fill(data.begin(), data.end(), std::byte{0xA5});
    channel.receives.push_back(operation);
    return remember(operation, channel);
  }

  void wait(Ticket ticket) override {
    const auto [operation, channel] = started_.at(ticket);
    if (operation == nullptr || operation->buffered) return;  // finished when it was started
    HostileNetwork::deliver(*channel);
    if (operation->complete) return;
    auto& mine = network_->ranks_[static_cast<std::size_t>(rank_)];
    mine.awaited = operation;
    mine.channel = channel;
    network_->pass_turn(rank_);
  }

  bool test(Ticket ticket) override {
    const auto [operation, channel] = started_.at(ticket);
    if (operation == nullptr || operation->buffered || operation->complete) return true;
    if (network_->random_() % 2 == 0) HostileNetwork::deliver(*channel);  // tests may fail for no reason, but not for ever
    if (!operation->complete) network_->pass_turn(rank_);
    return operation->complete;
  }

  void cancel(Ticket receive) noexcept override {
    const auto [operation, channel] = started_.at(receive);
    if (channel != nullptr) std::erase(channel->receives, operation);
    prepared_.erase(receive);
  }

  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) override {
    started_.emplace_back();
    prepared_[started_.size() - 1] = [=, this] { return start_send(data, destination, purpose, mode); };
    return started_.size() - 1;
  }
  Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) override {
    started_.emplace_back();
    prepared_[started_.size() - 1] = [=, this] { return start_receive(data, source, purpose); };
    return started_.size() - 1;
  }
  void start(Ticket prepared) override {
    const Ticket started = prepared_.at(prepared)();
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
    for (int other = 0; other < size(); ++other) {
      auto& kept = network_->kept(kind, other, rank_);
      if (kept.size() < bytes) kept.resize(bytes);
    }
    return {};
  }
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset) override {
    auto& kept = network_->kept(kind, rank_, destination);
    // The receiver may not have come to its own open_memory() yet; a real window would make the sender wait for it.
    if (kept.size() < offset + data.size()) kept.resize(offset + data.size());
    std::copy(data.begin(), data.end(), kept.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  MutableBytes deposited(Memory kind, int source) override { return network_->kept(kind, source, rank_); }
  void release_deposited(Memory) override {}
  std::string open_counter() override { return {}; }
  std::int64_t add_to_counter(int rank, std::int64_t change) override {
    network_->pass_turn(rank_);
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
    started_.emplace_back();
    return started_.size() - 1;
  }
  Ticket remember(const HostileNetwork::Handle& operation, HostileNetwork::Channel& channel) {
    started_.emplace_back(operation, &channel);
    const Ticket ticket = started_.size() - 1;
    if (network_->random_() % 4 == 0) network_->pass_turn(rank_);
    return ticket;
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

void HostileNetwork::resume(Context& from, Context& to, [[maybe_unused]] bool from_has_ended) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(from_has_ended ? nullptr : &from.sanitizer, to.stack, to.stack_bytes);
#endif
  swapcontext(&from.registers, &to.registers);
  resumed(from, nullptr);
}

// `caller`: whose stack is not known yet.
void HostileNetwork::resumed([[maybe_unused]] Context& here, [[maybe_unused]] Context* caller) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(here.sanitizer, caller ? &caller->stack : nullptr, caller ? &caller->stack_bytes : nullptr);
#endif
}

void HostileNetwork::pass_turn(int rank) {
  auto& mine = ranks_[static_cast<std::size_t>(rank)];
  int left = 0, able = 0, next = rank;
  for (int other = 0; other < size_; ++other) {
    const auto& state = ranks_[static_cast<std::size_t>(other)];
    if (state.ended) continue;
    ++left;
    if (state.awaited != nullptr) deliver(*state.channel);
    const bool is_able = state.awaited == nullptr || state.awaited->complete || failure_;
    if (is_able && random_() % static_cast<unsigned>(++able) == 0) next = other;  // each with the same chance
  }
  if (left == 0) return resume(mine.context, caller_, true);
  if (able == 0) {
    failure_ = std::make_exception_ptr(std::logic_error("the ranks wait for each other"));
    return pass_turn(rank);
  }
  if (next != rank) resume(mine.context, ranks_[static_cast<std::size_t>(next)].context, mine.ended);
  if (failure_) std::rethrow_exception(failure_);
  mine.awaited.reset();
}

void HostileNetwork::run_rank(unsigned network_high, unsigned network_low, int rank) {
  auto& network = *reinterpret_cast<HostileNetwork*>(std::uintptr_t{network_high} << 32 | network_low);
  auto& mine = network.ranks_[static_cast<std::size_t>(rank)];
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
  channels_ = std::vector<Channel>(static_cast<std::size_t>(purposes * size_ * size_));
  counters_.assign(static_cast<std::size_t>(size_), 0);
  for (auto& memory : kept_) memory.assign(static_cast<std::size_t>(size_ * size_), {});
  program_ = &program;
  failure_ = nullptr;
  ranks_ = std::vector<Rank>(static_cast<std::size_t>(size_));
  for (int rank = 0; rank < size_; ++rank) {
    auto& [context, stack, awaited, channel, ended] = ranks_[static_cast<std::size_t>(rank)];
    stack.resize(stack_bytes);
    context.stack = stack.data();
    context.stack_bytes = stack_bytes;
    getcontext(&context.registers);
    context.registers.uc_stack.ss_sp = stack.data();
    context.registers.uc_stack.ss_size = stack_bytes;
    const auto network = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&context.registers, reinterpret_cast<void (*)()>(run_rank), 3, static_cast<unsigned>(network >> 32), static_cast<unsigned>(network),
                rank);
  }
  resume(caller_, ranks_.front().context, false);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace febem::comm
