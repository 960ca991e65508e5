// Strategies by their names, "auto" among them.
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

  /// The strategy of these names; the same object for the same names. The first with an "auto" axis
  /// measures the link, and each with one makes a planner. Collective. Throws core::InputError, on
  /// every rank, if a name is unknown or a pace cannot be used here.
  comm::Strategy find(const comm::StrategyNames& names);

  /// One for each stage. Collective.
  StageStrategies find_all(const core::PerStage<comm::StrategyNames>& names);

  /// What all planners chose so far, with this rank's times.
  std::vector<Choice> choices() const;

 private:
  comm::Transport* transport_;
  std::optional<comm::LinkCost> link_;
  std::map<comm::StrategyNames, comm::Strategy> made_;
  std::vector<std::shared_ptr<Planner>> planners_;
};

}  // namespace febem::tuning
