// Strategies that cannot be used, as JSON.
#pragma once

#include <vector>

#include "cli/strategy_grid.h"
#include "io/json.h"

namespace febem::cli {

inline io::Json json_of(const std::vector<Refused>& refusals) {
  auto list = io::Json::array();
  for (const auto& refused : refusals) {
    list.push_back(io::json_of(refused.names));
    list.back()["reason"] = refused.reason;
  }
  return list;
}

}  // namespace febem::cli
