// Strategies by name, "auto" included.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "comm/strategy.h"
#include "core/stage.h"
#include "tuning/planner.h"

namespace febem::tuning {

/// Chosen once for a run; each stage is handed its own.
using StageStrategies = core::PerStage<comm::Strategy>;

class Strategies {
 public:
  /// `transport` must outlive this.
  explicit Strategies(comm::Transport& transport) : transport_(&transport) {}

  /// The strategy of these names, made once. The first with an "auto" measures the network, and each plans. Collective.
  /// Throws core::InputError, on every rank, if a name is unknown or a pace cannot be used here.
  comm::Strategy find(const comm::StrategyNames& names);

  /// One for each stage. Collective.
  StageStrategies find_all(const core::PerStage<comm::StrategyNames>& names);

  /// Lets the planners learn, between two frequencies (Planner::adapt()). Collective.
  void adapt();
  /// What was transferred since then is nothing to learn from (Planner::forget()).
  void forget();

  /// What the planners chose so far, as this rank saw it.
  std::vector<Choice> choices() const;

 private:
  comm::Transport* transport_;
  std::optional<comm::LinkCost> link_;
  std::map<comm::StrategyNames, comm::Strategy> made_;
  std::vector<std::shared_ptr<Planner>> planners_;
};

}  // namespace febem::tuning
