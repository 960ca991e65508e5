// Predicted times of a transfer by each strategy, by the formulas of its route and pace.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "comm/route.h"
#include "comm/strategy.h"

namespace febem::tuning {

/// A strategy that may be selected, and its seconds per transfer; NaN where unknown.
struct Candidate {
  std::size_t strategy = 0;  ///< index in the repertoire
  double predicted = comm::Route::unknown;
  double tried = comm::Route::unknown;  ///< in the trial at the start
};

class Predictor {
 public:
  /// `strategies` must outlive the predictor; every two ranks have a link like `link`.
  Predictor(std::span<const comm::Strategy> strategies, comm::LinkCost link, int ranks)
      : strategies_(strategies), link_(std::move(link)), ranks_(ranks) {}

  /// All strategies, at least one, by predicted time; those without a prediction last.
  std::vector<Candidate> ranking(comm::Operation operation, std::size_t bytes) const;
  /// The few best, the best that does not overlap computation, and all without a prediction.
  std::vector<Candidate> finalists(comm::Operation operation, std::size_t bytes) const;
  /// Seconds of a message over one link.
  double delivery(std::size_t bytes) const { return link_.delivery(bytes); }
  /// Upper estimate, s: the whole message along a binomial tree.
  double longest(std::size_t bytes) const;

 private:
  comm::TransferShape shape(std::size_t bytes) const {
    return {bytes, sizeof(core::Complex), ranks_};
  }
  double seconds(
      const comm::Strategy& strategy, comm::Operation operation, std::size_t bytes) const;
  core::Count messages(
      const comm::Strategy& strategy, comm::Operation operation, std::size_t bytes) const;
  /// Whether nothing of the transfer overlaps computation.
  bool waits(const Candidate& candidate, comm::Operation operation) const;
  void sort(std::vector<Candidate>& known, comm::Operation operation, std::size_t bytes) const;

  std::span<const comm::Strategy> strategies_;
  comm::LinkCost link_;
  int ranks_;
};

}  // namespace febem::tuning
