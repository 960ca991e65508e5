#include "tuning/predictor.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace febem::tuning {
namespace {

using comm::Operation;
using comm::Strategy;

constexpr int best_few = 4;
/// Predictions that differ by less than this factor are not told apart.
constexpr double as_good = 1.05;

}  // namespace

double Predictor::longest(std::size_t bytes) const {
  return std::ceil(std::log2(ranks_)) * link_.delivery(bytes);
}

double Predictor::seconds(const Strategy& strategy, Operation operation, std::size_t bytes) const {
  return strategy.route->seconds(operation, shape(bytes), strategy.cut, *strategy.pace, link_);
}

core::Count Predictor::messages(
    const Strategy& strategy, Operation operation, std::size_t bytes) const {
  return strategy.route->traffic(operation, shape(bytes), strategy.cut, *strategy.pace).messages;
}

bool Predictor::waits(const Candidate& candidate, Operation operation) const {
  const auto& strategy = strategies_[candidate.strategy];
  return operation != Operation::ibroadcast || !strategy.route->overlaps(*strategy.pace);
}

std::vector<Candidate> Predictor::ranking(Operation operation, std::size_t bytes) const {
  std::vector<Candidate> known, unknown;
  for (std::size_t s = 0; s < strategies_.size(); ++s) {
    const double predicted = seconds(strategies_[s], operation, bytes);
    (std::isnan(predicted) ? unknown : known).push_back({s, predicted});
  }
  if (!known.empty()) sort(known, operation, bytes);
  known.insert(known.end(), unknown.begin(), unknown.end());
  return known;
}

/// Sorts by time; among those as good as the best by messages.
void Predictor::sort(std::vector<Candidate>& known, Operation operation, std::size_t bytes) const {
  std::stable_sort(known.begin(), known.end(),
      [](const auto& a, const auto& b) { return a.predicted < b.predicted; });
  const double limit = as_good * known.front().predicted;
  const auto end =
      std::find_if(known.begin(), known.end(), [&](const auto& c) { return c.predicted > limit; });
  std::map<std::size_t, core::Count> sends;
  for (auto c = known.begin(); c != end; ++c)
    sends[c->strategy] = messages(strategies_[c->strategy], operation, bytes);
  std::stable_sort(known.begin(), end,
      [&](const auto& a, const auto& b) { return sends[a.strategy] < sends[b.strategy]; });
}

std::vector<Candidate> Predictor::finalists(Operation operation, std::size_t bytes) const {
  std::vector<Candidate> result;
  int known = 0, waiting = 0;
  for (const auto& candidate : ranking(operation, bytes)) {
    const bool first_to_wait = waits(candidate, operation) && waiting++ == 0;
    if (std::isnan(candidate.predicted) || known++ < best_few || first_to_wait)
      result.push_back(candidate);
  }
  return result;
}

}  // namespace febem::tuning
