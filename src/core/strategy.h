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

/// `ibroadcast`: look-ahead, during which the ranks compute.
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
  std::string section;
  Operation operation = Operation::broadcast;
  /// Bytes: for transfers up to this length, and longer than the next smaller class.
  Count longest = 0;
  StrategyNames strategy;
  /// Per transfer; NaN: unknown.
  double predicted_seconds = std::numeric_limits<double>::quiet_NaN();
  /// Per transfer, in a trial at the start; NaN: none.
  double tried_seconds = std::numeric_limits<double>::quiet_NaN();
  Count transfers = 0;
  double measured_seconds = 0;  ///< of all transfers on this rank, waiting included
};

}  // namespace febem::core
