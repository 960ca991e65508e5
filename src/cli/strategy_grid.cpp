#include "cli/strategy_grid.h"

#include <algorithm>

namespace febem::cli {
namespace {

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

}  // namespace

std::vector<comm::StrategyNames> strategy_grid(const StrategyWords& words, const comm::StrategyNames& fallback) {
  const auto routes = expanded(words.routes, fallback.route, comm::routes(), [](const auto& e) { return e.name; });
  const auto cuts = expanded(words.cuts, fallback.cut, comm::cuts(), [](const auto& e) { return e.usual; });
  const auto paces = expanded(words.paces, fallback.pace, comm::paces(), [](const auto& e) { return e.name; });
  std::vector<comm::StrategyNames> result;
  for (const auto& route : routes)
    for (const auto& cut : cuts)
      for (const auto& pace : paces) {
        const bool follows = route == comm::automatic || comm::make_route(route)->follows_pace();
        const comm::StrategyNames names{route, cut, follows ? pace : paces.front()};
        if (std::find(result.begin(), result.end(), names) == result.end()) result.push_back(names);
      }
  return result;
}

}  // namespace febem::cli
