// A transfer strategy by its names, and what the strategy "auto" chose for a kind of transfer.
#pragma once

#include <compare>
#include <limits>
#include <string>
#include <string_view>

#include "core/types.h"

namespace febem::core {

/// By default a tree, whose root sends log2 P messages where a star's sends P - 1, and a window,
/// whose messages are in flight while the ranks compute.
struct StrategyNames {
  std::string route = "binomial";
  std::string cut = "whole";
  std::string pace = "window";

  friend auto operator<=>(const StrategyNames&, const StrategyNames&) = default;
};

/// The names in one text: "star x 4KiB x ack".
inline std::string text(const StrategyNames& names, const char* between = " x ") {
  return names.route + between + names.cut + between + names.pace;
}

/// A kind of transfer. `ibroadcast` is a look-ahead broadcast, during which the ranks compute.
enum class Operation { broadcast, ibroadcast, sum };

inline std::string_view name(Operation operation) {
  switch (operation) {
    case Operation::broadcast:
      return "broadcast";
    case Operation::ibroadcast:
      return "broadcast ahead";
    case Operation::sum:
      return "sum";
  }
  return {};
}

struct Choice {
  std::string section;  ///< section of the run
  Operation operation = Operation::broadcast;
  Count longest = 0;  ///< bytes: the choice is for transfers up to this length, and longer than the
                      ///< next smaller class
  StrategyNames strategy;
  double predicted_seconds =
      std::numeric_limits<double>::quiet_NaN();  ///< per transfer; NaN without a formula
  double tried_seconds = std::numeric_limits<double>::quiet_NaN();  ///< per transfer, in the trial
                                                                    ///< at the start, if any
  Count transfers = 0;
  double measured_seconds =
      0;  ///< sum of all transfers on this rank, including waiting for other ranks
};

}  // namespace febem::core
