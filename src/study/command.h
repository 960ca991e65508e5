// `minifebem study`: compares many strategies in one launch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "cases/case_file.h"
#include "cases/case_options.h"
#include "cli/outputs.h"
#include "cli/strategy_grid.h"
#include "comm/strategy.h"
#include "core/stage.h"
#include "network/stack.h"

namespace febem::study {

/// How often each strategy is timed, and the seed of their order.
struct RepeatPlan {
  int fewest = 5;        ///< smallest number of repeats
  int most = 20;         ///< largest number of repeats
  double spread = 0.05;  ///< a strategy has enough repeats if interquartile range / median of its
                         ///< seconds is no larger
  double seconds = std::numeric_limits<double>::infinity();  ///< time limit of the study: no round
                                                             ///< begins that is likely to end later
  std::uint64_t seed = 1;                                    ///< seed of the order
};

struct Options {
  std::string case_file;
  cases::KeyOptions keys;
  std::string out, json, csv;  ///< as given; empty: chosen by the program
  cli::StrategyWords words;
  std::vector<std::string>
      sets;  ///< named strategies, besides the product; "all" stands for all of them
  std::vector<std::string> stages;  ///< empty: all four
  RepeatPlan effort;
  bool sensitivity = false;
  std::string networks_file;  ///< list of networks; empty: the real network, or that of `network`
  std::vector<std::string> network_names;  ///< networks of the list; empty: all
  network::Options network;

  /// The file of the report.
  std::filesystem::path json_file() const;
  /// The file with one line for each repeat. It is beside the report unless the user names it. If
  /// the report is a pipe or a device, there is none.
  std::filesystem::path csv_file() const;
  std::vector<cli::Output> outputs() const {
    return {{"--json", json_file()}, {"--csv", csv_file()}};
  }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& study, Options& options);

/// The stages to study, in their order. Throws core::InputError for an unknown stage.
std::vector<core::Stage> stages(const Options& options);

/// The strategies to compare, each once: the product, if any axis has a word (see strategy_grid()),
/// and the named strategies. Without both, on several networks, it is `fallback`. Throws
/// core::InputError also if there is nothing to compare.
std::vector<comm::StrategyNames> strategies(
    const Options& options, const comm::StrategyNames& fallback);

/// Repeats the stages of a case with each strategy. Collective. Returns the exit status: 0; 1 if
/// results that must be equal differ; 2 after one line on the master's stderr if the input is
/// wrong. Throws core::RunError if the run cannot go on.
int study(const Options& options, const cases::CaseInput& input, network::Stack& network);

}  // namespace febem::study
