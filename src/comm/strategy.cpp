#include "comm/strategy.h"

#include <array>

#include "core/registry.h"

namespace febem::comm {
namespace {

const std::array sets{
    StrategySet{
        "bulk", "star x whole x blocking: what most codes do", {"star", "whole", "blocking"}},
    StrategySet{"celestion",
        "star x 4KiB x ack: the fix of 1999 for a network that lost long messages",
        {"star", "4KiB", "ack"}},
};

}  // namespace

std::span<const StrategySet> strategy_sets() { return sets; }

StrategyNames strategy_set(std::string_view name) {
  return core::find(strategy_sets(), name, "strategy").names;
}

Strategy make_strategy(const StrategyNames& names) {
  return {make_route(names.route), make_cut(names.cut), make_pace(names.pace), names};
}

Strategy prepared_strategy(Transport& transport, const StrategyNames& names) {
  auto strategy = make_strategy(names);
  if (transport.size() > 1) strategy.pace->prepare(transport);
  return strategy;
}

StageStrategies prepared_strategies(
    Transport& transport, const core::PerStage<StrategyNames>& names) {
  StageStrategies result;
  for (const auto& entry : core::stage_table)
    result[entry.stage] = prepared_strategy(transport, names[entry.stage]);
  return result;
}

}  // namespace febem::comm
