// The choice "auto": a strategy for each transfer, by prediction and, where that is quick, by trial.
//
// Once, at the start, the link is measured, and every route x cut x pace whose cost is known is predicted for every class
// of lengths (powers of two). Where trials take little time, the best predicted ones are tried against each other and
// against the library's own collectives, of which nothing can be predicted. In a sweep the finalists then take turns at the
// sweep's own transfers, one frequency each. Rank 0 decides: two processors may round differently, and ranks that choose
// differently wait for each other for ever.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "comm/chooser.h"
#include "comm/strategy.h"
#include "tuning/contest.h"
#include "tuning/predictor.h"

namespace febem::tuning {

using core::Choice;

class Planner final : public comm::Chooser {
 public:
  /// Of the axes, those that are "auto" are free. `link` as measured, the same on every rank. Prepares every pace that
  /// can be used, and tries. Collective; `transport` must outlive the planner. Throws on every rank what a prediction
  /// throws on rank 0.
  Planner(comm::Transport& transport, const comm::StrategyNames& names, comm::LinkCost link);
  /// The same, choosing among these, of which there is at least one and whose paces are prepared.
  Planner(comm::Transport& transport, std::vector<comm::Strategy> strategies, comm::LinkCost link);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  const comm::Strategy& choose(comm::Operation operation, std::size_t bytes) override;
  const comm::Strategy& would_choose(comm::Operation operation, std::size_t bytes) const override;
  void measured(double seconds) override;
  void enter(std::string_view section) override { section_ = section; }
  /// What the transfers since the last call took may change the choices that follow: every finalist of a class of
  /// lengths has its turn, then the fastest stays. Between turns of the same work, such as two frequencies. Collective.
  void adapt();
  /// What was transferred since the last call of adapt() was no turn.
  void forget();
  const std::vector<Choice>& choices() const { return choices_; }

 private:
  /// By class of length.
  using Table = std::vector<Candidate>;
  /// What transfers took since the last adapt().
  struct Toll {
    core::Count transfers = 0;
    double seconds = 0;
  };
  using Tolls = std::vector<Toll>;

  const Candidate& candidate_for(comm::Operation operation, std::size_t bytes) const;
  Table plan(comm::Operation operation) const;
  std::vector<Candidate> to_be_tried(comm::Operation operation, std::size_t bytes) const;
  void compare(comm::Operation operation, Table& table);
  Tolls of_slowest_rank(const Tolls& tolls) const;
  Contest& contest(comm::Operation operation, std::size_t length_class);

  comm::Transport& transport_;
  std::vector<comm::Strategy> strategies_;
  Predictor predictor_;
  std::map<comm::Operation, Table> tables_;
  std::map<comm::Operation, Tolls> tolls_;
  std::map<std::pair<comm::Operation, std::size_t>, Contest> contests_;  ///< rank 0 only; by class of length
  std::string section_;
  std::vector<Choice> choices_;
  std::size_t current_ = 0;  ///< index in choices_ of the choice made last
  core::Count turn_ = 0;     ///< calls of adapt()
};

}  // namespace febem::tuning
