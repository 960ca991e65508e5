#include "comm/ledger.h"

#include <algorithm>

#include "mpi/environment.h"

namespace febem::comm {

/// Adds the seconds from construction to destruction to the current section: two readings of the
/// clock a call.
class Ledger::ScopedTimer {
 public:
  ScopedTimer(Ledger& ledger, const Message& message, bool waiting = false)
      : ledger_(&ledger), peer_(message.is_collective() ? nobody : message.peer), waiting_(waiting),
        start_(mpi::wall_time()) {}
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
  static constexpr int nobody = -1;  ///< the peer of a library's collective

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
  return static_cast<std::size_t>(
      std::find_if(sections_.begin(), sections_.end(), named) - sections_.begin());
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

void Ledger::count(const Message& message) {
  if (message.kind == Message::Kind::receive || (message.is_collective() && rank() != message.peer))
    return;
  const core::Traffic one{1, static_cast<core::Count>(message.data.size())};
  metrics().sent += one;
  ++metrics().sizes[core::size_class(message.data.size())];
  if (!message.is_collective()) metrics().peers[static_cast<std::size_t>(message.peer)].sent += one;
}

void Ledger::perform(const Message& message) {
  const ScopedTimer timer(*this, message, true);
  count(message);
  below().perform(message);
}

Ticket Ledger::begin(const Message& message) {
  const ScopedTimer timer(*this, message);
  count(message);
  return Decorator::begin(message);
}

Ticket Ledger::prepare(const Message& message) {
  const ScopedTimer timer(*this, message);
  return Decorator::prepare(message);
}

void Ledger::start(Ticket prepared) {
  const auto& message = record(prepared).message;
  const ScopedTimer timer(*this, message);
  count(message);
  below().start(prepared);
}

void Ledger::release(Ticket prepared) {
  const ScopedTimer timer(*this, record(prepared).message);
  below().release(prepared);
}

void Ledger::wait(Ticket ticket) {
  const ScopedTimer timer(*this, record(ticket).message, true);
  below().wait(ticket);
}

bool Ledger::test(Ticket ticket) {
  const ScopedTimer timer(*this, record(ticket).message);
  return below().test(ticket);
}

void Ledger::note_hidden(double seconds) {
  metrics().hidden_seconds += seconds;
  below().note_hidden(seconds);
}

}  // namespace febem::comm
