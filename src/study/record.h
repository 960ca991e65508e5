// The data of a study, the figures that follow from it, and its output: JSON, CSV and tables.
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
#include "study/command.h"
#include "study/network_file.h"
#include "study/sensitivity.h"
#include "timing/comparison.h"
#include "timing/statistics.h"

namespace febem::study {

using core::Stage;

/// A stage with a strategy on a network, by their positions in the record.
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
  bool warm_up = false;   ///< its round is not counted
  int order = 0;          ///< position in the study
  core::Metrics metrics;  ///< all ranks together, from a barrier before the stage
  std::string digest;     ///< of the bits of the stage's result; empty if a library keeps them
};

struct Record {
  std::string version, commit, mpi_library;
  std::string settings;  ///< JSON of its settings and the messages; empty unless asked for
  io::Origin origin;
  io::NetworkFigures network;
  std::vector<NamedNetwork> networks;  ///< one without a name if no list was given
  int ranks = 1;
  std::string case_title, case_file;
  core::Count structural_dofs = 0, acoustic_dofs = 0;
  double hz = 0;
  double zgemm_flops_per_second = 0;  ///< of the slowest rank, all at once
  /// The digest of the options: a study resumes only one with equal digest and origin.
  std::string digest;
  std::vector<core::Stage> stages;
  std::vector<comm::StrategyNames> strategies;
  std::vector<cli::Refused> refused;
  RepeatPlan effort;
  bool complete = false;  ///< neither ended by its time limit nor interrupted
  double elapsed_seconds = 0;
  std::vector<Sample> samples;
  std::vector<Sensitivity> sensitivities;  ///< one for each stage and strategy, as far as measured
  bool crowded = false;                    ///< ranks outnumber the cores of some node
};

std::vector<Item> items(const Record& record);

/// The repeats of an item, without the warm-up.
struct Repeats {
  std::vector<double> samples;  ///< s, in order
  timing::Summary seconds;
  timing::Summary communication;
  core::Traffic sent;                                 ///< by the last repeat
  std::optional<core::Count> most_outstanding_bytes;  ///< of all repeats; if counted
  /// Shares of a repeat in which a rank waited for a core; may be empty.
  timing::Summary queued_share;

  bool any() const { return !samples.empty(); }
  double median() const { return seconds.median; }
};

Repeats repeats(const Record& record, const Item& item);

/// Compares two items by the rounds that hold both, the warm-up left out; nothing without such
/// rounds. `comparisons`: how many are made at once, of which all hold with 95 %.
std::optional<timing::Comparison> compare(
    const Record& record, const Item& base, const Item& item, std::size_t comparisons);

/// Whether in a quarter of the repeats or more a rank waited too long for a core. False if the
/// ranks outnumber the cores: then all repeats are disturbed.
bool is_disturbed(const Record& record, const Repeats& of_item);

/// Whether the ranks had their cores to themselves in all repeats. Empty if that is unknown.
std::optional<core::CoreUse> cores(const Record& record);

/// A line for each set of results that must be equal to the last bit but differ: over all networks,
/// all paces, and on the program's own routes all cuts.
std::vector<std::string> differing_digests(const Record& record);

/// Everything in the record, summaries computed from it, and the meaning of the figures.
std::string to_json(const Record& record);

/// A head line, and one for each repeat.
std::string to_csv(const Record& record);

/// A report that an earlier run left.
struct Found {
  bool interrupted = false;  ///< it is a study that is not complete
  std::string unused;  ///< why the study cannot resume from it, as the end of a sentence, or empty
  std::vector<Sample> samples;
  std::vector<Sensitivity> sensitivities;
  double elapsed_seconds = 0;
};

/// Reads the text of an earlier run, which may be any. `wanted` is the study that is about to
/// begin.
Found look_at(const std::string& json, const Record& wanted);

/// For each stage the best and the worst strategy, and the library's own collectives; then the sums
/// over the stages, with the best strategy of each and with the single best one.
std::string study_table(const Record& record);

/// For each stage and strategy the cost of more latency, overhead and time per byte, and the
/// latency that costs 1, 2 and 5 %.
std::string sensitivity_table(const Record& record);

}  // namespace febem::study
