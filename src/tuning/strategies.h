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

using StageStrategies = core::PerStage<comm::Strategy>;

class Strategies {
 public:
  explicit Strategies(comm::Transport& transport) : transport_(&transport) {}

  /// A strategy, one object for equal names. The first with an "auto" axis measures the link, and
  /// each makes a planner. Collective; the transport must outlive this. Throws core::InputError, on
  /// every rank, if a name is unknown or a pace cannot be used here.
  comm::Strategy find(const comm::StrategyNames& names);

  /// Collective.
  StageStrategies find_all(const core::PerStage<comm::StrategyNames>& names);

  /// The choices of all planners so far, with this rank's times.
  std::vector<Choice> choices() const;

 private:
  comm::Transport* transport_;
  std::optional<comm::LinkCost> link_;
  std::map<comm::StrategyNames, comm::Strategy> made_;
  std::vector<std::shared_ptr<Planner>> planners_;
};

}  // namespace febem::tuning
