#include "comm/ledger.h"

#include <algorithm>

#include "mpi/environment.h"

namespace febem::comm {

/// Adds the seconds from construction to destruction to the current section: two readings of the clock a call.
class Ledger::ScopedTimer {
 public:
  ScopedTimer(Ledger& ledger, int peer, bool waiting = false) : ledger_(&ledger), peer_(peer), waiting_(waiting), start_(mpi::wall_time()) {}
  ~ScopedTimer() {
    const double seconds = mpi::wall_time() - start_;
    auto& metrics = ledger_->metrics();
    metrics.communication_seconds += seconds;
    if (waiting_) metrics.waiting_seconds += seconds;
    if (peer_ != nobody) metrics.peers[static_cast<std::size_t>(peer_)].seconds += seconds;
  }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  Ledger* ledger_;
  int peer_;
  bool waiting_;
  double start_;
};

void Ledger::open(std::string_view section) {
  auto& opened = sections_.emplace_back();
  opened.name = section;
  for (int rank = 0; rank < size(); ++rank) opened.metrics.peers.push_back({rank, {}, 0});
}

std::size_t Ledger::position(std::string_view section) const {
  const auto named = [&](const Section& s) { return s.name == section; };
  return static_cast<std::size_t>(std::find_if(sections_.begin(), sections_.end(), named) - sections_.begin());
}

void Ledger::enter(std::string_view section) {
  current_ = position(section);
  if (current_ == sections_.size()) open(section);
  below().enter(section);
}

core::RankMetrics Ledger::metrics(std::string_view section) const {
  const auto found = position(section);
  return found == sections_.size() ? core::RankMetrics{} : sections_[found].metrics;
}

core::Traffic Ledger::sent() const {
  core::Traffic total;
  for (const auto& section : sections_) total += section.metrics.sent;
  return total;
}

void Ledger::count(std::size_t bytes, int destination) {
  const core::Traffic message{1, static_cast<core::Count>(bytes)};
  metrics().sent += message;
  ++metrics().sizes[core::size_class(bytes)];
  if (destination != nobody) metrics().peers[static_cast<std::size_t>(destination)].sent += message;
}

void Ledger::record(Ticket ticket, const OperationRecord& what) {
  if (operations_.size() <= ticket) operations_.resize(ticket + 1);
  operations_[ticket] = what;
}

void Ledger::send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const ScopedTimer timer(*this, destination, true);
  count(data.size(), destination);
  below().send(data, destination, purpose, mode);
}

void Ledger::receive(MutableBytes data, int source, Purpose purpose) {
  const ScopedTimer timer(*this, source, true);
  below().receive(data, source, purpose);
}

Ticket Ledger::start_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const ScopedTimer timer(*this, destination);
  count(data.size(), destination);
  const Ticket ticket = below().start_send(data, destination, purpose, mode);
  record(ticket, {destination});
  return ticket;
}

Ticket Ledger::start_receive(MutableBytes data, int source, Purpose purpose) {
  const ScopedTimer timer(*this, source);
  const Ticket ticket = below().start_receive(data, source, purpose);
  record(ticket, {source});
  return ticket;
}

void Ledger::wait(Ticket ticket) {
  const ScopedTimer timer(*this, peer_of(ticket), true);
  below().wait(ticket);
}

bool Ledger::test(Ticket ticket) {
  const ScopedTimer timer(*this, peer_of(ticket));
  return below().test(ticket);
}

Ticket Ledger::prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const ScopedTimer timer(*this, destination);
  const Ticket ticket = below().prepare_send(data, destination, purpose, mode);
  record(ticket, {destination, true, data.size()});
  return ticket;
}

Ticket Ledger::prepare_receive(MutableBytes data, int source, Purpose purpose) {
  const ScopedTimer timer(*this, source);
  const Ticket ticket = below().prepare_receive(data, source, purpose);
  record(ticket, {source});
  return ticket;
}

void Ledger::start(Ticket prepared) {
  const ScopedTimer timer(*this, peer_of(prepared));
  if (operations_[prepared].prepared_send) count(operations_[prepared].bytes, operations_[prepared].peer);
  below().start(prepared);
}

void Ledger::release(Ticket prepared) {
  const ScopedTimer timer(*this, peer_of(prepared));
  below().release(prepared);
}

Ticket Ledger::start_partitioned_send(Bytes data, int partitions, int destination) {
  const ScopedTimer timer(*this, destination);
  count(data.size(), destination);
  const Ticket ticket = below().start_partitioned_send(data, partitions, destination);
  record(ticket, {destination});
  return ticket;
}

Ticket Ledger::start_partitioned_receive(MutableBytes data, int partitions, int source) {
  const ScopedTimer timer(*this, source);
  const Ticket ticket = below().start_partitioned_receive(data, partitions, source);
  record(ticket, {source});
  return ticket;
}

void Ledger::deposit(Memory kind, Bytes data, int destination, std::size_t offset) {
  const ScopedTimer timer(*this, destination, true);
  count(data.size(), destination);
  below().deposit(kind, data, destination, offset);
}

void Ledger::native_broadcast(BroadcastBuffer data, int root) {
  const ScopedTimer timer(*this, nobody, true);
  if (rank() == root) count(data.size(), nobody);
  below().native_broadcast(data, root);
}

void Ledger::native_sum(std::span<double> values, int root) {
  const ScopedTimer timer(*this, nobody, true);
  if (rank() == root) count(values.size_bytes(), nobody);
  below().native_sum(values, root);
}

Ticket Ledger::start_native_broadcast(BroadcastBuffer data, int root) {
  const ScopedTimer timer(*this, nobody);
  if (rank() == root) count(data.size(), nobody);
  const Ticket ticket = below().start_native_broadcast(data, root);
  record(ticket, {});
  return ticket;
}

Ticket Ledger::start_native_sum(std::span<double> values, int root) {
  const ScopedTimer timer(*this, nobody);
  if (rank() == root) count(values.size_bytes(), nobody);
  const Ticket ticket = below().start_native_sum(values, root);
  record(ticket, {});
  return ticket;
}

void Ledger::note_hidden(double seconds) {
  metrics().hidden_seconds += seconds;
  below().note_hidden(seconds);
}

}  // namespace febem::comm
