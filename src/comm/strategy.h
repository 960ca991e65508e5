// A transfer strategy: one choice on each of the three axes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "comm/chooser.h"
#include "comm/cut.h"
#include "comm/pace.h"
#include "comm/route.h"
#include "core/strategy_names.h"

namespace febem::comm {

using core::StrategyNames;

/// The choices, ready to use. Immutable; cheap to copy.
struct Strategy {
  std::shared_ptr<const Route> route;
  std::shared_ptr<const Cut> cut;
  std::shared_ptr<const Pace> pace;
  /// Chooses another strategy for each broadcast and sum; messages between two ranks go by this one. May be null.
  std::shared_ptr<Chooser> chooser;
  StrategyNames names;
};

/// The word for "choose for me" on any axis.
inline constexpr std::string_view automatic = "auto";
inline bool is_automatic(const StrategyNames& names) {
  return names.route == automatic || names.cut == automatic || names.pace == automatic;
}

/// A choice on all three axes that has a name.
struct StrategySet {
  std::string_view name;
  std::string_view help;
  StrategyNames names;
};

/// Every named set: bulk, celestion, auto.
std::span<const StrategySet> strategy_sets();
/// The set of that name. Throws core::InputError with the nearest known one.
StrategyNames strategy_set(std::string_view name);

/// Throws core::InputError naming the axis and the nearest known name. No axis may be `automatic`.
Strategy make_strategy(const StrategyNames& names);

}  // namespace febem::comm
