#include "app/study/strategies.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/nearest.h"

namespace febem::app::study {
namespace {

constexpr std::array every_stage{"merge", "form", "reduce", "eliminate"};

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
  if (routes.empty() && cuts.empty() && paces.empty())
    throw core::InputError("nothing to compare: give --route, --cut or --pace with one word or more");
  return strategy_grid(request.words, fallback);
}

}  // namespace febem::app::study
