// A section of a run over MPI, for tests of the stages.
#pragma once

#include "comm/ledger.h"
#include "stages/common/run.h"
#include "support/over_mpi.h"

namespace febem::test {

/// A Run over MPI_COMM_WORLD with everything it needs.
class World {
 public:
  explicit World(timing::Arithmetic arithmetic = timing::Arithmetic{})
      : transport_(over_mpi()), ledger_(transport_), run_(ledger_, {}, std::move(arithmetic)) {}

  comm::Transport& transport() { return ledger_; }
  int rank() const { return ledger_.rank(); }
  int ranks() const { return ledger_.size(); }
  common::Run& run() { return run_; }
  comm::Messenger messenger(const comm::StrategyNames& names = {}) {
    return comm::Messenger(ledger_, comm::make_strategy(names));
  }

  /// Runs `work(context)` as a stage.
  template <class F>
  auto section(core::Stage stage, const comm::StrategyNames& names, F&& work) {
    return run_.section(stage, comm::make_strategy(names), std::forward<F>(work));
  }
  /// Runs `work(context)` in the section check.
  template <class F>
  auto check(F&& work) {
    return section(core::Stage::check, {}, std::forward<F>(work));
  }
  /// The metrics of a section on this rank.
  core::RankMetrics own(core::Stage stage) const { return ledger_.metrics(core::name(stage)); }
  /// What all ranks together sent in a section.
  core::Traffic sent(core::Stage stage) {
    return all_ranks(ledger_.metrics(core::name(stage)).sent);
  }
  /// What all ranks together computed in a section. Collective; valid on the master.
  core::Count flops(core::Stage stage) {
    for (const auto& section : run_.report())
      if (section.stage == stage) return section.flops;
    return 0;
  }

 private:
  comm::MpiTransport transport_;
  comm::Ledger ledger_;
  common::Run run_;
};

}  // namespace febem::test
