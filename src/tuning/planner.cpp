#include "tuning/planner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "comm/messenger.h"
#include "core/error.h"
#include "core/registry.h"
#include "mpi/environment.h"
#include "timing/statistics.h"

namespace febem::tuning {
namespace {

using comm::Operation;
using comm::Strategy;
using comm::StrategyNames;

constexpr std::array cuts_to_choose_from{"whole",  "1KiB",   "2KiB",   "4KiB",   "8KiB",  "16KiB",
                                         "32KiB", "64KiB", "128KiB", "256KiB", "512KiB"};
constexpr std::array<std::size_t, 5> lengths_to_try{1 << 10, 1 << 14, 1 << 16, 1 << 18, 1 << 20};
constexpr std::size_t element = sizeof(core::Complex);
constexpr int finalists_by_prediction = 4, repeats = 5;
/// Longest that the trials of one length may take, s.
constexpr double seconds_for_trials = 0.1;

/// Classes of lengths: up to 64 bytes, up to 128, ..., up to 64 MiB and beyond.
constexpr int first_class = 6, classes = 21;

std::size_t class_of(std::size_t bytes) {
  const int power = std::bit_width(std::max<std::size_t>(bytes, 1) - 1);
  return static_cast<std::size_t>(std::clamp(power - first_class, 0, classes - 1));
}
std::size_t longest_of(std::size_t length_class) { return std::size_t{1} << (length_class + first_class); }

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

std::vector<Strategy> every_strategy(comm::Transport& transport, const StrategyNames& names) {
  std::vector<Strategy> result;
  const auto paces = usable_paces(transport, names.pace);
  const std::vector<std::string> cuts(cuts_to_choose_from.begin(), cuts_to_choose_from.end());
  for (const auto& route : words_for(names.route, core::names(comm::routes())))
    for (const auto& cut : words_for(names.cut, cuts))
      for (const auto& pace : paces) {
        auto strategy = comm::make_strategy({route, cut, pace});
        const bool pace_matters = strategy.route->follows_pace() || pace == paces.front();
        // The library cuts its own messages; cutting them for it could only be worse.
        const bool cut_matters = strategy.route->follows_pace() || names.cut != comm::automatic || cut == "whole";
        if (pace_matters && cut_matters) result.push_back(std::move(strategy));
      }
  return result;
}

}  // namespace

Planner::Planner(comm::Transport& transport, const StrategyNames& names, comm::LinkCost link)
    : transport_(transport), link_(std::move(link)), strategies_(every_strategy(transport, names)) {
  if (transport.size() == 1) return;
  const comm::Messenger messages(transport, comm::make_strategy({}));
  for (const auto operation : {Operation::broadcast, Operation::sum}) {
    Table table = transport.rank() == 0 ? plan(operation) : Table(classes);
    messages.broadcast(std::span(table), 0);
    try_out(operation, table);
    tables_[operation] = std::move(table);
    tolls_[operation].resize(classes);
  }
}

core::Count Planner::messages(const Strategy& strategy, Operation operation, std::size_t bytes) const {
  const comm::TransferShape shape{bytes, element, transport_.size()};
  const auto traffic = operation == Operation::broadcast
                           ? strategy.route->broadcast_traffic(shape, *strategy.cut, *strategy.pace)
                           : strategy.route->sum_traffic(shape, *strategy.cut, *strategy.pace);
  return traffic.messages;
}

double Planner::predicted(const Strategy& strategy, Operation operation, std::size_t bytes) const {
  const comm::TransferShape shape{bytes, element, transport_.size()};
  return operation == Operation::broadcast
             ? strategy.route->broadcast_seconds(shape, *strategy.cut, *strategy.pace, link_)
             : strategy.route->sum_seconds(shape, *strategy.cut, *strategy.pace, link_);
}

std::vector<Candidate> Planner::by_prediction(Operation operation, std::size_t bytes) const {
  std::vector<Candidate> known, unknown;
  for (std::size_t s = 0; s < strategies_.size(); ++s) {
    const double seconds = predicted(strategies_[s], operation, bytes);
    (std::isnan(seconds) ? unknown : known).push_back({s, seconds});
  }
  std::stable_sort(known.begin(), known.end(), [](const auto& a, const auto& b) { return a.predicted < b.predicted; });
  if (!known.empty()) {
    // A prediction is no better than this; of those that are as good, the one with the fewest messages comes first.
    const double as_good = 1.05 * known.front().predicted;
    const auto end = std::find_if(known.begin(), known.end(), [&](const auto& c) { return c.predicted > as_good; });
    std::map<std::size_t, core::Count> sends;
    for (auto c = known.begin(); c != end; ++c) sends[c->strategy] = messages(strategies_[c->strategy], operation, bytes);
    std::stable_sort(known.begin(), end, [&](const auto& a, const auto& b) { return sends[a.strategy] < sends[b.strategy]; });
  }
  known.insert(known.end(), unknown.begin(), unknown.end());
  return known;
}

/// The best by prediction, and those of which nothing is known.
std::vector<Candidate> Planner::finalists(Operation operation, std::size_t bytes) const {
  auto result = by_prediction(operation, bytes);
  const auto unknown = std::find_if(result.begin(), result.end(), [](const auto& c) { return std::isnan(c.predicted); });
  if (unknown - result.begin() > finalists_by_prediction) result.erase(result.begin() + finalists_by_prediction, unknown);
  return result;
}

/// The best by prediction for each class.
Planner::Table Planner::plan(Operation operation) const {
  Table table(classes);
  for (std::size_t c = 0; c < classes; ++c)
    if (const auto best = by_prediction(operation, longest_of(c)).front(); !std::isnan(best.predicted)) table[c] = best;
  return table;
}

/// Trials at a few lengths, as long as they are quick; each winner holds for the lengths around.
void Planner::try_out(Operation operation, Table& table) {
  const comm::Messenger messages(transport_, comm::make_strategy({}));
  for (const std::size_t bytes : lengths_to_try) {
    std::vector<Candidate> candidates;
    if (transport_.rank() == 0) candidates = finalists(operation, bytes);
    // Of what cannot be predicted, only that it is no slower than passing everything on along a tree.
    const double longest = std::ceil(std::log2(transport_.size())) * link_.delivery(bytes);
    std::size_t count = candidates.size();
    if (static_cast<double>(count) * (repeats + 1) * longest > seconds_for_trials) count = 0;
    messages.broadcast(count, 0);
    if (count < 2) return;
    candidates.resize(count);
    messages.broadcast(std::span(candidates), 0);
    const Candidate best = winner(operation, bytes, candidates);
    const std::size_t here = class_of(bytes);
    const std::size_t from = bytes == lengths_to_try.front() ? 0 : here - 1;
    const std::size_t end = bytes == lengths_to_try.back() ? classes : here + 1;
    for (std::size_t c = from; c < end; ++c) {
      table[c] = best;
      if (transport_.rank() == 0) contests_.insert_or_assign({operation, c}, Contest(candidates));
    }
  }
}

Candidate Planner::winner(Operation operation, std::size_t bytes, std::vector<Candidate>& candidates) {
  std::vector<std::vector<double>> seconds(candidates.size());
  for (int repeat = 0; repeat <= repeats; ++repeat)
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const double once = time_once(operation, bytes, strategies_[candidates[c].strategy]);
      if (repeat > 0) seconds[c].push_back(once);
    }
  for (std::size_t c = 0; c < candidates.size(); ++c) candidates[c].tried = timing::summarise(seconds[c]).median;
  auto best = *std::min_element(candidates.begin(), candidates.end(),
                                [](const auto& a, const auto& b) { return a.tried < b.tried; });
  comm::Messenger(transport_, comm::make_strategy({})).broadcast(best, 0);
  return best;
}

/// From one meeting of all ranks to the next.
double Planner::time_once(Operation operation, std::size_t bytes, const Strategy& strategy) {
  const comm::Messenger messages(transport_, strategy);
  std::vector<core::Complex> data(bytes / element);
  transport_.synchronise();
  const double start = mpi::wall_time();
  if (operation == Operation::broadcast)
    messages.broadcast(std::span(data), 0);
  else
    messages.sum(std::span(data), 0);
  transport_.synchronise();
  return mpi::wall_time() - start;
}

const Strategy& Planner::choose(Operation operation, std::size_t bytes) {
  const std::size_t length_class = class_of(bytes);
  const auto& candidate = tables_.at(operation)[length_class];
  const auto& strategy = strategies_[candidate.strategy];
  const auto found = std::find_if(choices_.begin(), choices_.end(), [&](const Choice& choice) {
    return choice.operation == operation && choice.bytes == longest_of(length_class) && choice.section == section_ &&
           choice.strategy == strategy.names;
  });
  current_ = static_cast<std::size_t>(found - choices_.begin());
  if (found == choices_.end())
    choices_.push_back({section_, operation, longest_of(length_class), strategy.names, candidate.predicted,
                        candidate.tried, 0, 0, 0});
  choices_[current_].last_turn = turn_;
  return strategy;
}

void Planner::measured(double seconds) {
  auto& choice = choices_[current_];
  auto& toll = tolls_[choice.operation][class_of(choice.bytes)];
  ++choice.transfers;
  choice.measured_seconds += seconds;
  ++toll.transfers;
  toll.seconds += seconds;
}

void Planner::adapt() {
  ++turn_;
  if (transport_.size() == 1) return;
  const comm::Messenger messages(transport_, comm::make_strategy({}));
  for (auto& [operation, table] : tables_) {
    const Tolls tolls = of_slowest_rank(tolls_[operation]);
    for (std::size_t c = 0; c < tolls.size(); ++c)
      if (const auto& [transfers, seconds] = tolls[c]; transfers > 0)
        table[c] = contest(operation, c).next(table[c], seconds / static_cast<double>(transfers));
    messages.broadcast(std::span(table), 0);
    tolls_[operation].assign(classes, {});
  }
}

/// Nothing on other ranks than 0.
Planner::Tolls Planner::of_slowest_rank(const Tolls& tolls) const {
  const comm::Messenger messages(transport_, comm::make_strategy({}));
  if (transport_.rank() != 0) {
    messages.send(std::span(tolls), 0);
    return {};
  }
  Tolls slowest = tolls, other = tolls;
  for (int rank = 1; rank < transport_.size(); ++rank) {
    messages.receive(std::span(other), rank);
    for (std::size_t c = 0; c < slowest.size(); ++c) slowest[c].seconds = std::max(slowest[c].seconds, other[c].seconds);
  }
  return slowest;
}

/// If there were no trials, those that would have taken part in them compete.
Contest& Planner::contest(Operation operation, std::size_t length_class) {
  const auto key = std::pair(operation, length_class);
  auto found = contests_.find(key);
  if (found == contests_.end()) found = contests_.emplace(key, finalists(operation, longest_of(length_class))).first;
  return found->second;
}

}  // namespace febem::tuning
