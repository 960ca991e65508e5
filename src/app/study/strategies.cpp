#include "app/study/strategies.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/nearest.h"

namespace febem::app::study {
namespace {

constexpr std::array every_stage{"merge", "form", "reduce", "eliminate"};

void add_once(std::vector<comm::StrategyNames>& list, const comm::StrategyNames& names) {
  if (std::find(list.begin(), list.end(), names) == list.end()) list.push_back(names);
}

}  // namespace

std::vector<std::string> stages(const Request& request) {
  for (const auto& word : request.stages)
    if (std::find(every_stage.begin(), every_stage.end(), word) == every_stage.end())
      throw core::InputError("option '--stage': unknown stage '" + word + "'" +
                             core::suggestion(word, {every_stage.begin(), every_stage.end()}));
  std::vector<std::string> result;
  for (const auto* stage : every_stage)
    if (request.stages.empty() ||
        std::find(request.stages.begin(), request.stages.end(), stage) != request.stages.end())
      result.emplace_back(stage);
  return result;
}

std::vector<comm::StrategyNames> strategies(const Request& request, const comm::StrategyNames& fallback) {
  const auto& [routes, cuts, paces] = request.words;
  const bool product = !routes.empty() || !cuts.empty() || !paces.empty();
  if (!product && request.sets.empty())
    throw core::InputError(
        "nothing to compare: give --route, --cut, --pace or --strategy with one word or more");
  auto result = product ? strategy_grid(request.words, fallback) : std::vector<comm::StrategyNames>{};
  for (const auto& word : request.sets) {
    if (word != "all") add_once(result, comm::strategy_set(word));
    if (word == "all")
      for (const auto& set : comm::strategy_sets()) add_once(result, set.names);
  }
  return result;
}

}  // namespace febem::app::study
