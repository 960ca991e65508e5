// A transfer strategy: one choice on each of the three axes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "comm/cut.h"
#include "comm/pace.h"
#include "comm/route.h"

namespace febem::comm {

/// The choices as the user writes them.
struct StrategyNames {
  std::string route = "star";
  std::string cut = "whole";
  std::string pace = "blocking";

  friend bool operator==(const StrategyNames&, const StrategyNames&) = default;
};

/// The choices, ready to use. Immutable; cheap to copy.
struct Strategy {
  StrategyNames names;
  std::shared_ptr<const Route> route;
  std::shared_ptr<const Cut> cut;
  std::shared_ptr<const Pace> pace;
};

/// Throws core::InputError naming the axis and the nearest known name.
Strategy make_strategy(const StrategyNames& names);

}  // namespace febem::comm
