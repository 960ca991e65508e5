#include "stages/common/run.h"

namespace febem::common {
namespace {

/// A peer of a stage, by its position in the report.
struct StagePeer {
  std::size_t stage;
  core::PeerMetrics metrics;
};

}  // namespace

std::vector<core::StageMetrics> Run::report() const {
  return report(comm::Messenger(*ledger_, comm::make_strategy({})), 0);
}

std::vector<core::StageMetrics> Run::report(const comm::Messenger& everyone, int first) const {
  ledger_->enter("report");
  auto stages = stages_;
  if (everyone.size() > ranks())
    everyone.broadcast_varying(stages, master);  // a group may have had nothing to do
  std::vector<core::Metrics> mine;
  std::vector<StagePeer> with;
  for (const auto stage : stages) {
    const auto metrics = ledger_->metrics(core::entry(stage).name);
    for (auto peer : metrics.peers) {
      peer.rank += first;
      if (peer.seconds > 0) with.push_back({mine.size(), peer});
    }
    mine.push_back(metrics);
  }
  std::vector<core::StageMetrics> reports(everyone.rank() == master ? mine.size() : 0);
  for (std::size_t s = 0; s < reports.size(); ++s) reports[s].stage = stages[s];
  const auto metrics = everyone.gather(mine, master);
  const auto peers = everyone.gather_varying(with, master);
  for (std::size_t rank = 0; rank < metrics.size(); ++rank) {
    for (std::size_t s = 0; s < reports.size(); ++s) {
      reports[s].combine(metrics[rank][s]);
      reports[s].ranks.push_back({metrics[rank][s], {}});
    }
    for (const auto& peer : peers[rank])
      reports[peer.stage].ranks.back().peers.push_back(peer.metrics);
  }
  return reports;
}

}  // namespace febem::common
