#include "comm/ledger.h"

#include <algorithm>

#include "mpi/environment.h"

namespace febem::comm {
namespace {

constexpr std::size_t not_a_send = static_cast<std::size_t>(-1);

/// Adds the seconds from construction to destruction.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(&seconds), start_(mpi::wall_time()) {}
  ~Stopwatch() { *seconds_ += mpi::wall_time() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double* seconds_;
  double start_;
};

}  // namespace

void Ledger::enter(std::string_view section) {
  const auto found =
      std::find_if(tallies_.begin(), tallies_.end(), [&](const Tally& tally) { return tally.section == section; });
  current_ = static_cast<std::size_t>(found - tallies_.begin());
  if (found == tallies_.end()) tallies_.push_back({std::string(section), {}, 0, 0});
  below().enter(section);
}

Tally Ledger::tally(std::string_view section) const {
  for (const auto& tally : tallies_)
    if (tally.section == section) return tally;
  return {std::string(section), {}, 0, 0};
}

void Ledger::book(std::size_t bytes) { now().sent += {1, static_cast<core::Count>(bytes)}; }

void Ledger::send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Stopwatch watch(now().seconds);
  book(data.size());
  below().send(data, destination, purpose, mode);
}

void Ledger::receive(MutableBytes data, int source, Purpose purpose) {
  const Stopwatch watch(now().seconds);
  below().receive(data, source, purpose);
}

Ticket Ledger::start_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Stopwatch watch(now().seconds);
  book(data.size());
  return below().start_send(data, destination, purpose, mode);
}

Ticket Ledger::start_receive(MutableBytes data, int source, Purpose purpose) {
  const Stopwatch watch(now().seconds);
  return below().start_receive(data, source, purpose);
}

void Ledger::wait(Ticket ticket) {
  const Stopwatch watch(now().seconds);
  below().wait(ticket);
}

bool Ledger::test(Ticket ticket) {
  const Stopwatch watch(now().seconds);
  return below().test(ticket);
}

Ticket Ledger::prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Stopwatch watch(now().seconds);
  const Ticket ticket = below().prepare_send(data, destination, purpose, mode);
  if (prepared_.size() <= ticket) prepared_.resize(ticket + 1, not_a_send);
  prepared_[ticket] = data.size();
  return ticket;
}

Ticket Ledger::prepare_receive(MutableBytes data, int source, Purpose purpose) {
  const Stopwatch watch(now().seconds);
  return below().prepare_receive(data, source, purpose);
}

void Ledger::start(Ticket prepared) {
  const Stopwatch watch(now().seconds);
  if (prepared < prepared_.size() && prepared_[prepared] != not_a_send) book(prepared_[prepared]);
  below().start(prepared);
}

void Ledger::release(Ticket prepared) {
  const Stopwatch watch(now().seconds);
  if (prepared < prepared_.size()) prepared_[prepared] = not_a_send;
  below().release(prepared);
}

Ticket Ledger::start_partitioned_send(Bytes data, int partitions, int destination) {
  const Stopwatch watch(now().seconds);
  book(data.size());
  return below().start_partitioned_send(data, partitions, destination);
}

Ticket Ledger::start_partitioned_receive(MutableBytes data, int partitions, int source) {
  const Stopwatch watch(now().seconds);
  return below().start_partitioned_receive(data, partitions, source);
}

void Ledger::deposit(Memory kind, Bytes data, int destination, std::size_t offset) {
  const Stopwatch watch(now().seconds);
  book(data.size());
  below().deposit(kind, data, destination, offset);
}

void Ledger::native_broadcast(MutableBytes data, int root) {
  const Stopwatch watch(now().seconds);
  if (rank() == root) book(data.size());
  below().native_broadcast(data, root);
}

void Ledger::native_sum(std::span<double> values, int root) {
  const Stopwatch watch(now().seconds);
  if (rank() == root) book(values.size_bytes());
  below().native_sum(values, root);
}

Ticket Ledger::start_native_broadcast(MutableBytes data, int root) {
  const Stopwatch watch(now().seconds);
  if (rank() == root) book(data.size());
  return below().start_native_broadcast(data, root);
}

Ticket Ledger::start_native_sum(std::span<double> values, int root) {
  const Stopwatch watch(now().seconds);
  if (rank() == root) book(values.size_bytes());
  return below().start_native_sum(values, root);
}

void Ledger::note_hidden(double seconds) {
  now().hidden_seconds += seconds;
  below().note_hidden(seconds);
}

}  // namespace febem::comm
