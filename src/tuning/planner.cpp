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
#include "mpi/modelled.h"
#include "timing/statistics.h"

namespace febem::tuning {
namespace {

using comm::Operation;
using comm::Strategy;

constexpr std::array cuts_to_choose_from{"whole", "1KiB", "2KiB", "4KiB", "8KiB", "16KiB", "32KiB",
    "64KiB", "128KiB", "256KiB", "512KiB"};

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

constexpr std::array<std::size_t, 5> lengths_to_try{1 << 10, 1 << 14, 1 << 16, 1 << 18, 1 << 20};
/// For the trials of one length, s.
constexpr double seconds_for_trials = 0.1;

/// Up to 64 bytes, up to 128, ..., up to 64 MiB and beyond.
constexpr int first_class = 6, classes = 21;

std::size_t class_of(std::size_t bytes) {
  const int power = std::bit_width(std::max<std::size_t>(bytes, 1) - 1);
  return static_cast<std::size_t>(std::clamp(power - first_class, 0, classes - 1));
}
std::size_t longest_of(std::size_t length_class) {
  return std::size_t{1} << (length_class + first_class);
}

/// A rank that slept would leave its core to others; a simulator would look at the clock too often.
void keep_busy_until(double end) {
  if (mpi::is_simulated()) return mpi::pass_time(std::max(0.0, end - mpi::wall_time()));
  while (mpi::wall_time() < end) {
  }
}

/// A broadcast behind `arithmetic` seconds of work, which calls progress() as stages do.
void broadcast_behind(
    double arithmetic, const comm::Messenger& messages, std::span<core::Complex> data, int root) {
  constexpr int calls = 8;
  const auto request = messages.ibroadcast(data, root);
  const double start = mpi::wall_time();
  for (int call = 1; call <= calls; ++call) {
    keep_busy_until(start + call * arithmetic / calls);
    request->progress();
  }
  request->finish();
}

/// Seconds of a transfer: Route::in_a_row of them, each of the next rank, from one barrier to the
/// next. They follow each other as closely as the route allows.
double seconds_of_one(Operation operation, std::size_t bytes, double arithmetic,
    comm::Transport& transport, const comm::Strategy& strategy) {
  const comm::Messenger messages(transport, strategy);
  std::vector<core::Complex> data(bytes / sizeof(core::Complex));
  transport.synchronise();
  const double start = mpi::wall_time();
  for (int turn = 0; turn < comm::Route::in_a_row; ++turn) {
    const int root = turn % transport.size();
    switch (operation) {
      case Operation::broadcast:
        messages.broadcast(std::span(data), root);
        break;
      case Operation::ibroadcast:
        broadcast_behind(arithmetic, messages, data, root);
        break;
      case Operation::sum:
        messages.sum(std::span(data), root);
        break;
    }
  }
  transport.synchronise();
  return (mpi::wall_time() - start) / comm::Route::in_a_row;
}

/// Transfers by each candidate; the first, which sets things up, is not timed.
constexpr int repetitions_per_candidate = 4;

/// Times transfers by each candidate, interleaved, and writes the median of each to its `tried`. A
/// look-ahead broadcast runs behind `arithmetic` seconds of work, which are included. Collective;
/// the times are this rank's, from one barrier to the next.
void time_candidates(comm::Transport& transport, Operation operation, std::size_t bytes,
    double arithmetic, std::span<const comm::Strategy> strategies,
    std::vector<Candidate>& candidates) {
  std::vector<std::vector<double>> seconds(candidates.size());
  for (int repetition = 0; repetition < repetitions_per_candidate; ++repetition)
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const double once = seconds_of_one(
          operation, bytes, arithmetic, transport, strategies[candidates[c].strategy]);
      if (repetition > 0) seconds[c].push_back(once);
    }
  for (std::size_t c = 0; c < candidates.size(); ++c)
    candidates[c].tried = timing::summarise(seconds[c]).median;
}

/// Runs `work` on rank 0; a core::InputError there is thrown on every rank. Collective.
template <class Work>
void on_first_rank(comm::Transport& transport, Work&& work) {
  std::string reason;
  if (transport.rank() == 0) {
    try {
      work();
    } catch (const core::InputError& error) {
      reason = error.what();
    }
  }
  comm::Messenger(transport, comm::make_strategy({})).broadcast_varying(reason, 0);
  if (!reason.empty()) throw core::InputError(reason);
}

}  // namespace

std::vector<comm::Strategy> repertoire(
    comm::Transport& transport, const comm::StrategyNames& names) {
  std::vector<comm::Strategy> result;
  const auto paces = usable_paces(transport, names.pace);
  const std::vector<std::string> cuts(cuts_to_choose_from.begin(), cuts_to_choose_from.end());
  for (const auto& route : words_for(names.route, core::names(comm::routes())))
    for (const auto& cut : words_for(names.cut, cuts))
      for (const auto& pace : paces) {
        auto strategy = comm::make_strategy({route, cut, pace});
        const bool pace_matters = strategy.route->follows_pace() || pace == paces.front();
        // The library segments by itself; pieces could only be slower.
        const bool cut_matters =
            strategy.route->follows_pace() || names.cut != comm::automatic || cut == "whole";
        if (pace_matters && cut_matters) result.push_back(std::move(strategy));
      }
  return result;
}

Planner::Planner(comm::Transport& transport, const comm::StrategyNames& names, comm::LinkCost link)
    : Planner(transport, repertoire(transport, names), std::move(link)) {}

Planner::Planner(comm::Transport& transport, std::vector<Strategy> strategies, comm::LinkCost link)
    : transport_(transport), strategies_(std::move(strategies)),
      predictor_(strategies_, std::move(link), transport.size()) {
  if (transport.size() == 1) return;
  const comm::Messenger messages(transport, comm::make_strategy({}));
  for (const auto operation : {Operation::broadcast, Operation::ibroadcast, Operation::sum}) {
    Table table(classes);
    on_first_rank(transport, [&] { table = plan(operation); });
    messages.broadcast(std::span(table), 0);
    compare(operation, table);
    tables_[operation] = std::move(table);
  }
}

/// The best by prediction for each class.
Planner::Table Planner::plan(Operation operation) const {
  Table table(classes);
  for (std::size_t c = 0; c < classes; ++c)
    if (const auto best = predictor_.ranking(operation, longest_of(c)).front();
        !std::isnan(best.predicted))
      table[c] = best;
  return table;
}

/// The candidates for a trial, the same on every rank; none if it would take long. Collective.
std::vector<Candidate> Planner::to_be_tried(Operation operation, std::size_t bytes) const {
  std::vector<Candidate> candidates;
  on_first_rank(transport_, [&] { candidates = predictor_.finalists(operation, bytes); });
  double longest = predictor_.longest(bytes);
  if (operation == Operation::ibroadcast) longest += predictor_.delivery(bytes);
  if (static_cast<double>(candidates.size()) * repetitions_per_candidate * comm::Route::in_a_row *
          longest >
      seconds_for_trials)
    candidates.clear();
  comm::Messenger(transport_, comm::make_strategy({})).broadcast_varying(candidates, 0);
  return candidates;
}

/// Trials at a few lengths while they are quick; the fastest holds for the lengths around.
void Planner::compare(Operation operation, Table& table) {
  const comm::Messenger messages(transport_, comm::make_strategy({}));
  for (const std::size_t bytes : lengths_to_try) {
    auto candidates = to_be_tried(operation, bytes);
    if (candidates.size() < 2) return;
    time_candidates(
        transport_, operation, bytes, predictor_.delivery(bytes), strategies_, candidates);
    messages.broadcast(std::span(candidates), 0);
    const auto best = *std::min_element(candidates.begin(), candidates.end(),
        [](const auto& a, const auto& b) { return a.tried < b.tried; });
    const auto here = static_cast<std::ptrdiff_t>(class_of(bytes));
    const auto from = bytes == lengths_to_try.front() ? 0 : here - 1;
    const auto end = bytes == lengths_to_try.back() ? classes : here + 1;
    std::fill(table.begin() + from, table.begin() + end, best);
  }
}

const Candidate& Planner::candidate_for(Operation operation, std::size_t bytes) const {
  return tables_.at(operation)[class_of(bytes)];
}

const Strategy& Planner::choose(Operation operation, std::size_t bytes) const {
  return strategies_[candidate_for(operation, bytes).strategy];
}

void Planner::measured(Operation operation, std::size_t bytes, double seconds) {
  const auto& candidate = candidate_for(operation, bytes);
  const auto& names = strategies_[candidate.strategy].names;
  const auto longest = static_cast<core::Count>(longest_of(class_of(bytes)));
  auto choice = std::find_if(choices_.begin(), choices_.end(), [&](const Choice& each) {
    return each.operation == operation && each.longest == longest && each.section == section_ &&
           each.strategy == names;
  });
  if (choice == choices_.end())
    choice = choices_.insert(
        choice, {section_, operation, longest, names, candidate.predicted, candidate.tried, 0, 0});
  ++choice->transfers;
  choice->measured_seconds += seconds;
}

}  // namespace febem::tuning
