// A run of the stages: the transport with its ledger, the clocks, and the cost of every stage.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "comm/ledger.h"
#include "core/error.h"
#include "core/memory.h"
#include "stages/common/stage_context.h"
#include "timing/clock.h"

namespace febem::common {

class Run {
 public:
  /// The ledger is not owned. `progress` may be empty.
  Run(comm::Ledger& ledger, timing::Progress progress,
      timing::Arithmetic arithmetic = timing::Arithmetic{})
      : ledger_(&ledger), progress_(std::move(progress)), arithmetic_(std::move(arithmetic)) {}

  int rank() const { return ledger_->rank(); }
  int ranks() const { return ledger_->size(); }
  bool is_master() const { return rank() == master; }
  const timing::Arithmetic& arithmetic() const { return arithmetic_; }

  /// Runs `work(StageContext)` as a stage with the given strategy, and returns its result. All
  /// ranks meet before the clock starts, so that no stage pays for the imbalance of the stage
  /// before. Collective. Any exception becomes a core::RunError that names the stage.
  template <class F>
  auto section(Stage stage, const comm::Strategy& strategy, F&& work) {
    const auto name = core::name(stage);
    const comm::Messenger messenger(*ledger_, strategy);
    timing::CoreWatch cores(timing::depends_on_cores(arithmetic_));
    ledger_->synchronise();
    ledger_->enter(name);
    cores.charge_to(ledger_->metrics().cores);
    arithmetic_.count_in(stage, ledger_->metrics());
    if (std::find(stages_.begin(), stages_.end(), stage) == stages_.end()) stages_.push_back(stage);
    const timing::Clock clock(ledger_->metrics().seconds);
    try {
      return std::forward<F>(work)(StageContext{stage, messenger, arithmetic_, progress_});
    } catch (const std::exception& error) {
      throw core::RunError("stage " + name + ": " + core::message_of(error));
    }
  }

  /// Begins a section that ledger and trace have, and no report: for work of each rank by itself.
  void enter(std::string_view name) { ledger_->enter(name); }

  /// The cost of each stage so far, in the order in which they were first entered. The caller sets
  /// method and strategy. Collective. The result is valid on the master.
  std::vector<core::StageMetrics> report() const;
  /// The cost of each stage over `everyone`. The ranks of this run are a group of neighbours from
  /// `first` on. The other groups have runs of their own, which entered only stages that the master
  /// entered. Collective over everyone. The result is valid on its master.
  std::vector<core::StageMetrics> report(const comm::Messenger& everyone, int first) const;

 private:
  comm::Ledger* ledger_;
  timing::Progress progress_;
  timing::Arithmetic arithmetic_;
  std::vector<Stage> stages_;  ///< in the order they were first entered
};

}  // namespace febem::common
