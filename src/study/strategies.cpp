#include "study/strategies.h"

#include <algorithm>

#include "core/error.h"
#include "core/nearest.h"

namespace febem::study {
namespace {

void add_once(std::vector<comm::StrategyNames>& list, const comm::StrategyNames& names) {
  if (std::find(list.begin(), list.end(), names) == list.end()) list.push_back(names);
}

}  // namespace

std::vector<core::Stage> stages(const Options& options) {
  std::vector<std::string> known;
  for (const auto stage : core::four_stages) known.push_back(core::name(stage));
  for (const auto& word : options.stages)
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw core::InputError("option '--stage': unknown stage '" + word + "'" + core::suggestion(word, known));
  std::vector<core::Stage> result;
  for (const auto stage : core::four_stages)
    if (options.stages.empty() ||
        std::find(options.stages.begin(), options.stages.end(), core::name(stage)) != options.stages.end())
      result.push_back(stage);
  return result;
}

std::vector<comm::StrategyNames> strategies(const Options& options, const comm::StrategyNames& fallback) {
  const auto& [routes, cuts, paces] = options.words;
  const bool product = !routes.empty() || !cuts.empty() || !paces.empty();
  if (!product && options.sets.empty()) {
    if (!options.networks_file.empty()) return {fallback};
    throw core::InputError(
        "nothing to compare: give --route, --cut, --pace or --strategy with one word or more, or --network");
  }
  auto result = product ? cli::strategy_grid(options.words, fallback) : std::vector<comm::StrategyNames>{};
  for (const auto& word : options.sets) {
    if (word != "all") add_once(result, comm::strategy_set(word));
    if (word == "all")
      for (const auto& set : comm::strategy_sets()) add_once(result, set.names);
  }
  return result;
}

}  // namespace febem::study
