// A transfer strategy: one choice on each of the three axes, or a chooser that makes it for each
// transfer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "comm/cut.h"
#include "comm/pace.h"
#include "comm/route.h"
#include "core/strategy.h"

namespace febem::comm {

using core::StrategyNames;

class Chooser;

/// The choices, ready to use. Immutable; cheap to copy.
struct Strategy {
  std::shared_ptr<const Route> route;
  Cut cut;
  std::shared_ptr<const Pace> pace;
  /// Chooses another strategy for each broadcast and sum; messages between two ranks go by this
  /// one. May be null.
  std::shared_ptr<Chooser> chooser;
  StrategyNames names;
};

/// Selects by operation and length; the same on every rank. Counts and times what it chose.
class Chooser {
 public:
  virtual ~Chooser() = default;
  /// The strategy for a transfer of so many bytes. Valid as long as the chooser.
  virtual const Strategy& choose(Operation operation, std::size_t bytes) const = 0;
  /// What is chosen from here on belongs to this section of the run.
  virtual void enter(std::string_view section) = 0;
  /// A transfer by what choose() returns took so many seconds on this rank, waiting for other ranks
  /// included.
  virtual void measured(Operation operation, std::size_t bytes, double seconds) = 0;
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
