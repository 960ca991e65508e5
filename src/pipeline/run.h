// One run of the pipeline: the transport with its ledger, the clocks, and the books of every section.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "comm/ledger.h"
#include "core/error.h"
#include "pipeline/stage_context.h"

namespace febem::pipeline {

/// What a section of the run cost.
struct SectionFigures {
  double seconds = 0;
  double communication_seconds = 0;  ///< inside the transport, waiting included
  double hidden_seconds = 0;  ///< that transfers were under way while the rank computed
  comm::Traffic sent;
  core::Count flops = 0;
  double waiting_seconds = 0;  ///< of the communication, in calls that return only when a message is complete
  comm::SizeClasses sizes = {};
};

/// What passed in a section between a rank and another.
struct PeerFigures {
  int section = 0;
  int peer = 0;
  comm::PeerTally tally;
};

/// Over all ranks: times are the largest, counts the sum.
struct SectionReport : SectionFigures {
  Stage stage{};
  std::vector<SectionFigures> ranks;            ///< by rank
  std::vector<std::vector<PeerFigures>> peers;  ///< by rank, those of each that it exchanged messages with
};

class Run {
 public:
  /// Neither is owned. `progress` may be empty.
  Run(comm::Ledger& ledger, timing::Progress progress) : ledger_(&ledger), progress_(std::move(progress)) {}

  int rank() const { return ledger_->rank(); }
  int ranks() const { return ledger_->size(); }
  bool is_master() const { return rank() == master; }

  /// Does `work(StageContext)` as a stage with the given strategy and returns its result. All ranks meet before the clock
  /// starts, so that no stage pays for the imbalance of the one before. Collective. Any exception comes out as
  /// core::RunError naming the stage.
  template <class F>
  auto section(Stage stage, const comm::Strategy& strategy, F&& work) {
    const auto name = core::name(stage);
    const comm::Messenger messenger(*ledger_, strategy);
    if (strategy.chooser) strategy.chooser->enter(name);
    ledger_->synchronise();
    ledger_->enter(name);
    arithmetic_.enter(name);
    const Clock clock(*this, stage);
    try {
      return std::forward<F>(work)(StageContext{stage, messenger, arithmetic_, progress_});
    } catch (const std::exception& error) {
      throw core::RunError("stage " + name + ": " + error.what());
    }
  }

  /// What each section cost so far. Collective; the result is valid on the master.
  std::vector<SectionReport> report() const;

 private:
  /// Adds its lifetime to a section's seconds.
  class Clock {
   public:
    Clock(Run& run, Stage stage) : run_(&run), stage_(stage), start_(mpi::wall_time()) {}
    ~Clock() { run_->add_seconds(stage_, mpi::wall_time() - start_); }
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;

   private:
    Run* run_;
    Stage stage_;
    double start_;
  };

  void add_seconds(Stage stage, double seconds);

  comm::Ledger* ledger_;
  timing::Progress progress_;
  timing::Arithmetic arithmetic_;
  std::vector<std::pair<Stage, double>> seconds_;  ///< in the order the stages were first entered
};

}  // namespace febem::pipeline
