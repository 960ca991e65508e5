#include "execution/run.h"

namespace febem::execution {
namespace {

/// A peer of a stage, by its position in the report.
struct StagePeer {
  std::size_t stage;
  core::PeerMetrics metrics;
};

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
  const auto metrics = messenger.gather(mine, master);
  const auto peers = messenger.gather_varying(with, master);
  for (std::size_t rank = 0; rank < metrics.size(); ++rank) {
    for (std::size_t s = 0; s < reports.size(); ++s) {
      reports[s].combine(metrics[rank][s]);
      reports[s].ranks.push_back({metrics[rank][s], {}});
    }
    for (const auto& peer : peers[rank]) reports[peer.stage].ranks.back().peers.push_back(peer.metrics);
  }
  return reports;
}

}  // namespace febem::execution
