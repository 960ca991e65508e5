#include "comm/ledger.h"

#include <algorithm>

#include "mpi/environment.h"

namespace febem::comm {

/// Books the seconds from construction to destruction: two readings of the clock a call.
class Ledger::Watch {
 public:
  Watch(Ledger& ledger, int peer, bool waiting = false)
      : ledger_(&ledger), peer_(peer), waiting_(waiting), start_(mpi::wall_time()) {}
  ~Watch() {
    const double seconds = mpi::wall_time() - start_;
    auto& tally = ledger_->now();
    tally.seconds += seconds;
    if (waiting_) tally.waiting_seconds += seconds;
    if (peer_ != nobody) tally.peers[static_cast<std::size_t>(peer_)].seconds += seconds;
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  Ledger* ledger_;
  int peer_;
  bool waiting_;
  double start_;
};

void Ledger::open(std::string_view section) {
  auto& tally = tallies_.emplace_back();
  tally.section = section;
  tally.peers.resize(static_cast<std::size_t>(size()));
}

void Ledger::enter(std::string_view section) {
  const auto found =
      std::find_if(tallies_.begin(), tallies_.end(), [&](const Tally& tally) { return tally.section == section; });
  current_ = static_cast<std::size_t>(found - tallies_.begin());
  if (found == tallies_.end()) open(section);
  below().enter(section);
}

Tally Ledger::tally(std::string_view section) const {
  for (const auto& tally : tallies_)
    if (tally.section == section) return tally;
  Tally none;
  none.section = section;
  return none;
}

void Ledger::book(std::size_t bytes, int destination) {
  const Traffic message{1, static_cast<core::Count>(bytes)};
  now().sent += message;
  ++now().sizes[size_class(bytes)];
  if (destination != nobody) now().peers[static_cast<std::size_t>(destination)].sent += message;
}

void Ledger::know(Ticket ticket, const Known& what) {
  if (known_.size() <= ticket) known_.resize(ticket + 1);
  known_[ticket] = what;
}

void Ledger::send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Watch watch(*this, destination, true);
  book(data.size(), destination);
  below().send(data, destination, purpose, mode);
}

void Ledger::receive(MutableBytes data, int source, Purpose purpose) {
  const Watch watch(*this, source, true);
  below().receive(data, source, purpose);
}

Ticket Ledger::start_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Watch watch(*this, destination);
  book(data.size(), destination);
  const Ticket ticket = below().start_send(data, destination, purpose, mode);
  know(ticket, {destination});
  return ticket;
}

Ticket Ledger::start_receive(MutableBytes data, int source, Purpose purpose) {
  const Watch watch(*this, source);
  const Ticket ticket = below().start_receive(data, source, purpose);
  know(ticket, {source});
  return ticket;
}

void Ledger::wait(Ticket ticket) {
  const Watch watch(*this, peer_of(ticket), true);
  below().wait(ticket);
}

bool Ledger::test(Ticket ticket) {
  const Watch watch(*this, peer_of(ticket));
  return below().test(ticket);
}

Ticket Ledger::prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Watch watch(*this, destination);
  const Ticket ticket = below().prepare_send(data, destination, purpose, mode);
  know(ticket, {destination, true, data.size()});
  return ticket;
}

Ticket Ledger::prepare_receive(MutableBytes data, int source, Purpose purpose) {
  const Watch watch(*this, source);
  const Ticket ticket = below().prepare_receive(data, source, purpose);
  know(ticket, {source});
  return ticket;
}

void Ledger::start(Ticket prepared) {
  const Watch watch(*this, peer_of(prepared));
  if (known_[prepared].prepared_send) book(known_[prepared].bytes, known_[prepared].peer);
  below().start(prepared);
}

void Ledger::release(Ticket prepared) {
  const Watch watch(*this, peer_of(prepared));
  below().release(prepared);
}

Ticket Ledger::start_partitioned_send(Bytes data, int partitions, int destination) {
  const Watch watch(*this, destination);
  book(data.size(), destination);
  const Ticket ticket = below().start_partitioned_send(data, partitions, destination);
  know(ticket, {destination});
  return ticket;
}

Ticket Ledger::start_partitioned_receive(MutableBytes data, int partitions, int source) {
  const Watch watch(*this, source);
  const Ticket ticket = below().start_partitioned_receive(data, partitions, source);
  know(ticket, {source});
  return ticket;
}

void Ledger::deposit(Memory kind, Bytes data, int destination, std::size_t offset) {
  const Watch watch(*this, destination, true);
  book(data.size(), destination);
  below().deposit(kind, data, destination, offset);
}

void Ledger::native_broadcast(MutableBytes data, int root) {
  const Watch watch(*this, nobody, true);
  if (rank() == root) book(data.size(), nobody);
  below().native_broadcast(data, root);
}

void Ledger::native_sum(std::span<double> values, int root) {
  const Watch watch(*this, nobody, true);
  if (rank() == root) book(values.size_bytes(), nobody);
  below().native_sum(values, root);
}

Ticket Ledger::start_native_broadcast(MutableBytes data, int root) {
  const Watch watch(*this, nobody);
  if (rank() == root) book(data.size(), nobody);
  const Ticket ticket = below().start_native_broadcast(data, root);
  know(ticket, {});
  return ticket;
}

Ticket Ledger::start_native_sum(std::span<double> values, int root) {
  const Watch watch(*this, nobody);
  if (rank() == root) book(values.size_bytes(), nobody);
  const Ticket ticket = below().start_native_sum(values, root);
  know(ticket, {});
  return ticket;
}

void Ledger::note_hidden(double seconds) {
  now().hidden_seconds += seconds;
  below().note_hidden(seconds);
}

}  // namespace febem::comm
