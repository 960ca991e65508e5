// A transfer strategy by its names, as the user writes them and reports show them.
#pragma once

#include <compare>
#include <string>

namespace febem::core {

struct StrategyNames {
  std::string route = "star";
  std::string cut = "whole";
  std::string pace = "blocking";

  friend auto operator<=>(const StrategyNames&, const StrategyNames&) = default;
};

/// "star x 4KiB x ack"
inline std::string text(const StrategyNames& names, const char* between = " x ") {
  return names.route + between + names.cut + between + names.pace;
}

}  // namespace febem::core
