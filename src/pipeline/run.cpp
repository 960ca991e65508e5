#include "pipeline/run.h"

namespace febem::pipeline {
namespace {

/// A peer of a stage, by its position in the report.
struct StagePeer {
  std::size_t stage;
  core::PeerMetrics metrics;
};

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

std::vector<core::StageMetrics> Run::report() const {
  std::vector<core::Metrics> mine;
  std::vector<StagePeer> with;
  for (const auto stage : stages_) {
    const auto metrics = ledger_->metrics(core::entry(stage).name);
    for (const auto& peer : metrics.peers)
      if (peer.seconds > 0) with.push_back({mine.size(), peer});
    mine.push_back(metrics);
  }
  ledger_->enter("report");
  const comm::Messenger messenger(*ledger_, comm::make_strategy({}));
  std::vector<core::StageMetrics> reports(is_master() ? mine.size() : 0);
  for (std::size_t s = 0; s < reports.size(); ++s) reports[s].stage = stages_[s];
  for (int rank = 0; rank < ranks(); ++rank) {
    if (!is_master() && rank != this->rank()) continue;
    const auto metrics = collected(messenger, mine, rank);
    const auto peers = collected(messenger, with, rank);
    for (std::size_t s = 0; s < reports.size(); ++s) {
      reports[s].combine(metrics[s]);
      reports[s].ranks.push_back({metrics[s], {}});
    }
    if (!is_master()) continue;
    for (const auto& peer : peers) reports[peer.stage].ranks.back().peers.push_back(peer.metrics);
  }
  return reports;
}

}  // namespace febem::pipeline
