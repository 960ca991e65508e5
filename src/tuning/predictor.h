// What a transfer would take by each strategy, by formula, and who is best.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "comm/chooser.h"
#include "comm/strategy.h"
#include "tuning/candidate.h"

namespace febem::tuning {

class Predictor {
 public:
  /// `strategies` must outlive this; all links are like `link`.
  Predictor(std::span<const comm::Strategy> strategies, comm::LinkCost link, int ranks)
      : strategies_(strategies), link_(std::move(link)), ranks_(ranks) {}

  /// The fastest first; last those of which nothing is known. There is at least one strategy.
  std::vector<Candidate> ranking(comm::Operation operation, std::size_t bytes) const;
  /// The best few, the best that waits among them, and those of which nothing is known.
  std::vector<Candidate> finalists(comm::Operation operation, std::size_t bytes) const;
  /// What a message along one link takes, s.
  double delivery(std::size_t bytes) const { return link_.delivery(bytes); }
  /// The longest that a strategy of which nothing is known can be expected to take, s: as if all were passed on along a
  /// binomial tree.
  double longest(std::size_t bytes) const;

 private:
  comm::TransferShape shape(std::size_t bytes) const { return {bytes, sizeof(core::Complex), ranks_}; }
  double seconds(const comm::Strategy& strategy, comm::Operation operation, std::size_t bytes) const;
  core::Count messages(const comm::Strategy& strategy, comm::Operation operation, std::size_t bytes) const;
  /// Whether the ranks wait for all of it, nothing being done ahead of need.
  bool waits(const Candidate& candidate, comm::Operation operation) const;
  void sort(std::vector<Candidate>& known, comm::Operation operation, std::size_t bytes) const;

  std::span<const comm::Strategy> strategies_;
  comm::LinkCost link_;
  int ranks_;
};

}  // namespace febem::tuning
