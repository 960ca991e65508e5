#include "pipeline/run.h"

#include <algorithm>

namespace febem::pipeline {
namespace {

void add(SectionReport& report, const SectionFigures& figures) {
  report.seconds = std::max(report.seconds, figures.seconds);
  report.communication_seconds = std::max(report.communication_seconds, figures.communication_seconds);
  report.hidden_seconds = std::max(report.hidden_seconds, figures.hidden_seconds);
  report.sent += figures.sent;
  report.flops += figures.flops;
  report.waiting_seconds = std::max(report.waiting_seconds, figures.waiting_seconds);
  for (std::size_t i = 0; i < report.sizes.size(); ++i) report.sizes[i] += figures.sizes[i];
  report.ranks.push_back(figures);
}

/// The `values` of `rank`, on the master.
template <class T>
std::vector<T> collected(const comm::Messenger& messenger, std::vector<T> values, int rank) {
  std::size_t count = values.size();
  if (rank == master) return values;
  if (messenger.rank() == rank) {
    messenger.send(std::span<const std::size_t>(&count, 1), master);
    messenger.send(std::span<const T>(values), master);
  } else {
    messenger.receive(std::span(&count, 1), rank);
    values.resize(count);
    messenger.receive(std::span(values), rank);
  }
  return values;
}

}  // namespace

void Run::add_seconds(Stage stage, double seconds) {
  for (auto& [known, total] : seconds_)
    if (known == stage) {
      total += seconds;
      return;
    }
  seconds_.emplace_back(stage, seconds);
}

std::vector<SectionReport> Run::report() const {
  std::vector<SectionFigures> mine;
  std::vector<PeerFigures> with;
  for (const auto& [stage, seconds] : seconds_) {
    const auto name = core::name(stage);
    const auto tally = ledger_->tally(name);
    for (std::size_t peer = 0; peer < tally.peers.size(); ++peer)
      if (tally.peers[peer].seconds > 0)
        with.push_back({static_cast<int>(mine.size()), static_cast<int>(peer), tally.peers[peer]});
    mine.push_back({seconds, tally.seconds, tally.hidden_seconds, tally.sent, arithmetic_.work(name).flops,
                    tally.waiting_seconds, tally.sizes});
  }
  ledger_->enter("report");
  const comm::Messenger messenger(*ledger_, comm::make_strategy({}));
  std::vector<SectionReport> reports(is_master() ? mine.size() : 0);
  for (std::size_t s = 0; s < reports.size(); ++s) reports[s].stage = seconds_[s].first;
  for (int rank = 0; rank < ranks(); ++rank) {
    if (!is_master() && rank != this->rank()) continue;
    const auto figures = collected(messenger, mine, rank);
    const auto peers = collected(messenger, with, rank);
    for (std::size_t s = 0; s < reports.size(); ++s) {
      add(reports[s], figures[s]);
      reports[s].peers.emplace_back();
    }
    if (!is_master()) continue;
    for (const auto& peer : peers) reports[static_cast<std::size_t>(peer.section)].peers.back().push_back(peer);
  }
  return reports;
}

}  // namespace febem::pipeline
