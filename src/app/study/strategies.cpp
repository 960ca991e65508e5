#include "app/study/strategies.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/nearest.h"

namespace febem::app::study {
namespace {

constexpr std::array every_stage{"merge", "form", "reduce", "eliminate"};

// The words of an axis, "all" replaced by a word for every entry.
template <class Entry, class WordOf>
std::vector<std::string> expanded(const std::vector<std::string>& words, const std::string& fallback,
                                  std::span<const Entry> entries, WordOf&& word_of) {
  if (words.empty()) return {fallback};
  std::vector<std::string> result;
  for (const auto& word : words) {
    if (word != "all") result.push_back(word);
    if (word == "all")
      for (const auto& entry : entries) result.emplace_back(word_of(entry));
  }
  return result;
}

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
  if (request.routes.empty() && request.cuts.empty() && request.paces.empty())
    throw core::InputError("nothing to compare: give --route, --cut or --pace with one word or more");
  const auto routes =
      expanded(request.routes, fallback.route, comm::routes(), [](const auto& e) { return e.name; });
  const auto cuts =
      expanded(request.cuts, fallback.cut, comm::cuts(), [](const auto& e) { return e.example; });
  const auto paces =
      expanded(request.paces, fallback.pace, comm::paces(), [](const auto& e) { return e.example; });
  std::vector<comm::StrategyNames> result;
  for (const auto& route : routes)
    for (const auto& cut : cuts)
      for (const auto& pace : paces) {
        const bool follows = comm::make_strategy({route, cut, pace}).route->follows_pace();
        add_once(result, {route, cut, follows ? pace : paces.front()});
      }
  return result;
}

std::string text(const comm::StrategyNames& names) {
  return names.route + " x " + names.cut + " x " + names.pace;
}

}  // namespace febem::app::study
