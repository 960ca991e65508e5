// The data of a study, what follows from it, and its forms: JSON, CSV and tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/strategy_grid.h"
#include "comm/strategy.h"
#include "core/metrics.h"
#include "io/checkpoint.h"
#include "io/results.h"
#include "network/network_model.h"
#include "study/command.h"
#include "study/sensitivity.h"
#include "timing/statistics.h"

namespace febem::study {

using core::Stage;

/// One stage with one strategy on one network, by their positions in the record.
struct Item {
  std::size_t stage = 0;
  std::size_t strategy = 0;
  std::size_t network = 0;
  friend auto operator<=>(const Item&, const Item&) = default;
};

/// One timed run of an item.
struct Sample {
  Item item;
  int round = 0;          ///< 1, 2, ...
  bool warm_up = false;   ///< of a round that is not counted
  int order = 0;          ///< position in the study
  core::Metrics metrics;  ///< of all ranks together, from a barrier before the stage
  std::string digest;     ///< of the bits of the stage's result; empty if a library keeps them
};

struct Record {
  std::string version, commit, mpi_library;
  io::Origin origin;
  io::NetworkFigures network;
  std::vector<network::NamedNetwork> networks;  ///< one without a name if no list of networks was given
  int ranks = 1;
  std::string case_title, case_file;
  core::Count structural_dofs = 0, acoustic_dofs = 0;
  double hz = 0;
  double zgemm_flops_per_second = 0;  ///< on the slowest rank, all at once
  std::string digest;                 ///< of what was asked of it: a study may only go on as the same one, of the same origin
  std::vector<core::Stage> stages;
  std::vector<comm::StrategyNames> strategies;
  std::vector<cli::Refused> refused;
  RepeatPlan effort;
  bool complete = false;  ///< not ended by its time limit or interrupted
  double elapsed_seconds = 0;
  std::vector<Sample> samples;
  std::vector<Sensitivity> sensitivities;  ///< one a stage and strategy, as far as measured
  bool crowded = false;                    ///< on some node the ranks outnumber the cores that they may run on
};

/// Every stage with every strategy on every network.
std::vector<Item> items(const Record& record);

/// The repeats of an item, warm-up left out.
struct Repeats {
  std::vector<double> samples;  ///< s, in order
  timing::Summary seconds;
  timing::Summary communication;
  core::Traffic sent;                                 ///< by the last
  std::optional<core::Count> most_outstanding_bytes;  ///< of all; if counted
  timing::Summary queued_share;  ///< of the time of a repeat that a rank was ready to run but waited for a core; of none if unknown

  bool any() const { return !samples.empty(); }
  double median() const { return seconds.median; }
};

Repeats repeats(const Record& record, const Item& item);

/// Whether the repeats are spoilt: in a quarter of them or more a rank waited too long for a core. Not asked where the ranks outnumber the
/// cores, since there all are.
bool is_disturbed(const Record& record, const Repeats& of_item);

/// Whether the ranks had their cores to themselves in all repeats together; nothing where that was not observed.
std::optional<core::CoreUse> cores(const Record& record);

/// Where results that must be the same to the last bit are not, a line each: over all cuts and paces of a
/// route, or over all paces where the route is the MPI library's own; and over all networks.
std::vector<std::string> differing_digests(const Record& record);

/// Everything in the record, the summaries computed from it and what the figures mean.
std::string to_json(const Record& record);

/// One line a repeat, with a head line.
std::string to_csv(const Record& record);

/// What an earlier run of a study left in a file.
struct Found {
  bool interrupted = false;  ///< a study that is not complete
  std::string unused;        ///< why it cannot be gone on with, as the end of a sentence; empty if it can
  std::vector<Sample> samples;
  std::vector<Sensitivity> sensitivities;
  double elapsed_seconds = 0;
};

/// Looks at the JSON text of an earlier run, which may be anything; `wanted` is the study about to begin.
Found look_at(const std::string& json, const Record& wanted);

/// Per stage the best and the worst strategy and the MPI library's own, then the sums over the stages: of
/// each stage's best, and of the one strategy that is best in all.
std::string study_table(const Record& record);

/// Per stage and strategy what more latency, overhead and time per byte cost, and the latency that costs 1, 2
/// and 5 %.
std::string sensitivity_table(const Record& record);

}  // namespace febem::study
