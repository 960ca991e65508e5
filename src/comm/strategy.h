// A transfer strategy: one choice on each of the three axes.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "comm/cut.h"
#include "comm/pace.h"
#include "comm/route.h"
#include "core/stage.h"
#include "core/strategy.h"

namespace febem::comm {

using core::StrategyNames;

/// The choices, ready to use. Immutable; cheap to copy.
struct Strategy {
  std::shared_ptr<const Route> route;
  Cut cut;
  std::shared_ptr<const Pace> pace;
  StrategyNames names;
};

/// A choice on all three axes that has a name.
struct StrategySet {
  std::string_view name;
  std::string_view help;
  StrategyNames names;
};

/// Every named set: bulk, celestion.
std::span<const StrategySet> strategy_sets();
/// The set of that name. Throws core::InputError with the nearest known one.
StrategyNames strategy_set(std::string_view name);

/// Throws core::InputError naming the axis and the nearest known name.
Strategy make_strategy(const StrategyNames& names);

/// As make_strategy(), with the pace prepared on the transport. Collective. Throws core::InputError
/// on every rank if the pace cannot be used there.
Strategy prepared_strategy(Transport& transport, const StrategyNames& names);

using StageStrategies = core::PerStage<Strategy>;

/// As prepared_strategy().
StageStrategies prepared_strategies(
    Transport& transport, const core::PerStage<StrategyNames>& names);

}  // namespace febem::comm
