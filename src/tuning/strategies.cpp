#include "tuning/strategies.h"

#include "tuning/measure_link.h"

namespace febem::tuning {
namespace {

/// Defaults instead of "auto", for messages between two ranks, for which no planner chooses.
comm::StrategyNames settled(comm::StrategyNames names) {
  using Names = comm::StrategyNames;
  const Names usual;
  for (const auto axis : {&Names::route, &Names::cut, &Names::pace})
    if (names.*axis == comm::automatic) names.*axis = usual.*axis;
  return names;
}

constexpr double seconds_to_measure = 0.2;

}  // namespace

comm::Strategy Strategies::find(const comm::StrategyNames& names) {
  if (const auto known = made_.find(names); known != made_.end()) return known->second;
  auto strategy = comm::make_strategy(settled(names));
  strategy.names = names;
  if (transport_->size() > 1) strategy.pace->prepare(*transport_);
  if (comm::is_automatic(names)) {
    transport_->enter("tune");
    if (!link_) link_ = measure_link(*transport_, seconds_to_measure);
    const auto planner = std::make_shared<Planner>(*transport_, names, *link_);
    planners_.push_back(planner);
    strategy.chooser = planner;
  }
  made_.emplace(names, strategy);
  return strategy;
}

StageStrategies Strategies::find_all(const core::PerStage<comm::StrategyNames>& names) {
  StageStrategies result;
  for (const auto& entry : core::stage_table) result[entry.stage] = find(names[entry.stage]);
  return result;
}

std::vector<Choice> Strategies::choices() const {
  std::vector<Choice> all;
  for (const auto& planner : planners_)
    all.insert(all.end(), planner->choices().begin(), planner->choices().end());
  return all;
}

}  // namespace febem::tuning
