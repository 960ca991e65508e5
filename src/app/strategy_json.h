// Strategies as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "app/strategy_grid.h"

namespace febem::app {

inline nlohmann::ordered_json json_of(const comm::StrategyNames& names) {
  return {{"route", names.route}, {"cut", names.cut}, {"pace", names.pace}};
}

inline nlohmann::ordered_json json_of(const std::vector<Refused>& refusals) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& refused : refusals) {
    list.push_back(json_of(refused.names));
    list.back()["reason"] = refused.reason;
  }
  return list;
}

}  // namespace febem::app
