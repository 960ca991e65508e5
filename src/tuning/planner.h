// The choice "auto": a strategy for each transfer, by prediction and, where it is quick, by trial.
//
// Once, at the start, the link is measured, and every route x cut x pace with a cost formula is
// predicted for every class of lengths (powers of two). Where trials take little time, the best
// predicted ones are timed against each other and against the MPI library's own collectives, which
// have no formula. Rank 0 decides for all: ranks may round differently, and ranks that chose
// differently would deadlock.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "comm/strategy.h"
#include "tuning/predictor.h"

namespace febem::tuning {

using core::Choice;

/// The strategies that "auto" selects from: every route x cut x pace that is usable here and bounds
/// what a receiver must hold, and `blocking`; on an axis that `names` fixes that one value.
/// Prepares the paces. Collective. Throws core::InputError, on every rank, if a fixed pace cannot
/// be used.
std::vector<comm::Strategy> repertoire(
    comm::Transport& transport, const comm::StrategyNames& names);

class Planner final : public comm::Chooser {
 public:
  /// Selects on the axes that `names` leaves to "auto". `link` is the same on every rank. Prepares
  /// the paces and runs the trials. Collective; `transport` must outlive the planner. Throws
  /// core::InputError, on every rank, if a prediction throws it on rank 0.
  Planner(comm::Transport& transport, const comm::StrategyNames& names, comm::LinkCost link);
  /// Selects among at least one of `strategies`, with prepared paces.
  Planner(comm::Transport& transport, std::vector<comm::Strategy> strategies, comm::LinkCost link);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  const comm::Strategy& choose(comm::Operation operation, std::size_t bytes) const override;
  void measured(comm::Operation operation, std::size_t bytes, double seconds) override;
  void enter(std::string_view section) override { section_ = section; }
  /// The choices of this rank so far, in the order first made.
  const std::vector<Choice>& choices() const { return choices_; }

 private:
  /// The selection by class of length.
  using Table = std::vector<Candidate>;

  const Candidate& candidate_for(comm::Operation operation, std::size_t bytes) const;
  Table plan(comm::Operation operation) const;
  std::vector<Candidate> to_be_tried(comm::Operation operation, std::size_t bytes) const;
  void compare(comm::Operation operation, Table& table);

  comm::Transport& transport_;
  std::vector<comm::Strategy> strategies_;
  Predictor predictor_;
  std::map<comm::Operation, Table> tables_;
  std::string section_;
  std::vector<Choice> choices_;
};

}  // namespace febem::tuning
