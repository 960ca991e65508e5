#include "tuning/online_trial.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace febem::tuning {
namespace {

/// A start-up trial times one transfer alone, and the run's own transfers overlap: only one so much slower is left out.
constexpr double hopeless = 1.5;
/// Two measurements of one candidate differ as much by chance.
constexpr double worth_a_change = 0.95;

}  // namespace

OnlineTrial::OnlineTrial(std::vector<Candidate> candidates) : candidates_(std::move(candidates)) {
  double shortest = comm::Route::unknown;
  for (const auto& candidate : candidates_) shortest = std::fmin(shortest, candidate.tried);
  std::erase_if(candidates_, [&](const auto& candidate) { return candidate.tried > hopeless * shortest; });
}

Candidate OnlineTrial::next(const Candidate& current, double seconds) {
  auto known = std::find_if(candidates_.begin(), candidates_.end(),
                            [&](const auto& candidate) { return candidate.strategy == current.strategy; });
  if (known == candidates_.end()) known = candidates_.insert(known, current);
  known->measured = seconds;
  for (const auto& candidate : candidates_)
    if (std::isnan(candidate.measured)) return candidate;
  const auto fastest = std::min_element(candidates_.begin(), candidates_.end(),
                                        [](const auto& a, const auto& b) { return a.measured < b.measured; });
  return fastest->measured < worth_a_change * seconds ? *fastest : *known;
}

}  // namespace febem::tuning
