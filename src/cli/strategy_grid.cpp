#include "cli/strategy_grid.h"

#include <algorithm>

#include "cli/cli11.h"
#include "core/text.h"
#include "io/json.h"

namespace febem::cli {
namespace {

// The words of an axis, "all" replaced by a word for every entry.
template <class Entry, class WordOf>
std::vector<std::string> expanded(const std::vector<std::string>& words,
    const std::string& fallback, std::span<const Entry> entries, WordOf&& word_of) {
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

std::vector<comm::StrategyNames> strategy_grid(
    const StrategyWords& words, const comm::StrategyNames& fallback) {
  const auto routes =
      expanded(words.routes, fallback.route, comm::routes(), [](const auto& e) { return e.name; });
  const auto cuts =
      expanded(words.cuts, fallback.cut, comm::cuts(), [](const auto& e) { return e.usual; });
  const auto paces =
      expanded(words.paces, fallback.pace, comm::paces(), [](const auto& e) { return e.name; });
  std::vector<comm::StrategyNames> result;
  for (const auto& route : routes)
    for (const auto& cut : cuts)
      for (const auto& pace : paces) {
        const bool follows = comm::make_route(route)->follows_pace();
        const comm::StrategyNames names{route, cut, follows ? pace : paces.front()};
        if (std::find(result.begin(), result.end(), names) == result.end()) result.push_back(names);
      }
  return result;
}

void add_strategy_options(CLI::App& command, StrategyWords& words, const Otherwise& otherwise) {
  std::vector<std::string> cuts;
  for (const auto& names : strategy_grid({{}, {"all"}, {}}, {})) cuts.push_back(names.cut);
  const auto axis = [&](const char* name, std::vector<std::string>& list, const std::string& help) {
    command.add_option(name, list, help)->expected(1, -1)->type_name("WORD")->group(strategy_group);
  };
  axis("--route", words.routes, "collective algorithm; all: every route [" + otherwise.route + "]");
  axis(
      "--cut", words.cuts, "segmentation; all: " + core::joined(cuts) + " [" + otherwise.cut + "]");
  axis("--pace", words.paces,
      "flow control; all: every pace with its usual parameter [" + otherwise.pace + "]");
}

io::Json json_of(const std::vector<Refused>& refusals) {
  auto list = io::Json::array();
  for (const auto& refused : refusals) {
    list.push_back(io::json_of(refused.names));
    list.back()["reason"] = refused.reason;
  }
  return list;
}

}  // namespace febem::cli
