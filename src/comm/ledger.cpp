#include "comm/ledger.h"

#include <algorithm>

#include "mpi/environment.h"

namespace febem::comm {
namespace {

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
  if (found == tallies_.end()) tallies_.push_back({std::string(section), {}, 0});
}

Tally Ledger::tally(std::string_view section) const {
  for (const auto& tally : tallies_)
    if (tally.section == section) return tally;
  return {std::string(section), {}, 0};
}

void Ledger::book(std::size_t bytes) { now().sent += {1, static_cast<core::Count>(bytes)}; }

void Ledger::send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Stopwatch watch(now().seconds);
  book(data.size());
  below_->send(data, destination, purpose, mode);
}

void Ledger::receive(MutableBytes data, int source, Purpose purpose) {
  const Stopwatch watch(now().seconds);
  below_->receive(data, source, purpose);
}

Ticket Ledger::start_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const Stopwatch watch(now().seconds);
  book(data.size());
  return below_->start_send(data, destination, purpose, mode);
}

Ticket Ledger::start_receive(MutableBytes data, int source, Purpose purpose) {
  const Stopwatch watch(now().seconds);
  return below_->start_receive(data, source, purpose);
}

void Ledger::wait(Ticket ticket) {
  const Stopwatch watch(now().seconds);
  below_->wait(ticket);
}

void Ledger::native_broadcast(MutableBytes data, int root) {
  const Stopwatch watch(now().seconds);
  if (rank() == root) book(data.size());
  below_->native_broadcast(data, root);
}

void Ledger::native_sum(std::span<double> values, int root) {
  const Stopwatch watch(now().seconds);
  if (rank() == root) book(values.size_bytes());
  below_->native_sum(values, root);
}

}  // namespace febem::comm
