#include "tuning/repertoire.h"

#include <array>
#include <utility>

#include "core/error.h"
#include "core/registry.h"

namespace febem::tuning {
namespace {

constexpr std::array cuts_to_choose_from{"whole",  "1KiB",   "2KiB",   "4KiB",   "8KiB",  "16KiB",
                                         "32KiB", "64KiB", "128KiB", "256KiB", "512KiB"};

/// Paces that limit what a receiver must hold, and the one that most codes use.
bool is_worth_choosing(const comm::PaceEntry& entry) {
  return entry.name == "blocking" || entry.make("")->most_outstanding(1) != comm::Pace::unlimited;
}

std::vector<std::string> words_for(const std::string& axis, std::vector<std::string> all) {
  return axis == comm::automatic ? std::move(all) : std::vector<std::string>{axis};
}

std::vector<std::string> usable_paces(comm::Transport& transport, const std::string& axis) {
  std::vector<std::string> all, usable;
  for (const auto& entry : comm::paces())
    if (is_worth_choosing(entry)) all.emplace_back(entry.name);
  for (const auto& word : words_for(axis, std::move(all))) {
    try {
      if (transport.size() > 1) comm::make_pace(word)->prepare(transport);
      usable.push_back(word);
    } catch (const core::InputError&) {
      if (axis != comm::automatic) throw;
    }
  }
  return usable;
}

}  // namespace

std::vector<comm::Strategy> repertoire(comm::Transport& transport, const comm::StrategyNames& names) {
  std::vector<comm::Strategy> result;
  const auto paces = usable_paces(transport, names.pace);
  const std::vector<std::string> cuts(cuts_to_choose_from.begin(), cuts_to_choose_from.end());
  for (const auto& route : words_for(names.route, core::names(comm::routes())))
    for (const auto& cut : words_for(names.cut, cuts))
      for (const auto& pace : paces) {
        auto strategy = comm::make_strategy({route, cut, pace});
        const bool pace_matters = strategy.route->follows_pace() || pace == paces.front();
        // The library segments by itself; pieces could only be slower.
        const bool cut_matters = strategy.route->follows_pace() || names.cut != comm::automatic || cut == "whole";
        if (pace_matters && cut_matters) result.push_back(std::move(strategy));
      }
  return result;
}

}  // namespace febem::tuning
