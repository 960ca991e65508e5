// A transfer strategy by its names.
#pragma once

#include <compare>
#include <string>

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

}  // namespace febem::core
