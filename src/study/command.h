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
  double spread = 0.05;  ///< enough: interquartile range / median of the seconds is no larger
  /// The time limit: no round begins that is likely to end later.
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t seed = 1;  ///< of the order
};

struct Options {
  std::string case_file;
  cases::KeyOptions keys;
  std::string out, json, csv;  ///< as given; empty: chosen by the program
  cli::StrategyWords words;
  std::vector<std::string> sets;    ///< named strategies, besides the product; "all": all of them
  std::vector<std::string> stages;  ///< empty: all four
  RepeatPlan effort;
  bool sensitivity = false;
  std::string networks_file;               ///< list of networks; empty: `network`, or the real one
  std::vector<std::string> network_names;  ///< of the list; empty: all
  network::Options network;
  /// File with settings of the MPI library, or "auto": the shipped ones; empty: strategies are
  /// compared in one launch.
  std::string settings;
  int self_checks = 0;    ///< number of times the default is compared with itself
  std::string launcher;   ///< of library_study(); empty: the script `mpirun` beside the program
  int ranks = 2;          ///< of each launch of library_study()
  std::string read_back;  ///< in such a launch: names of settings, separated by commas

  bool makes_launches() const { return !settings.empty() || self_checks > 0; }
  /// The file of the report.
  std::filesystem::path json_file() const;
  /// The file with a line for each repeat: beside the report unless named. None if the report is a
  /// pipe or a device.
  std::filesystem::path csv_file() const;
  std::vector<cli::Output> outputs() const {
    return {{"--json", json_file()}, {"--csv", csv_file()}};
  }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& study, Options& options);

/// The stages to study, in their order. Throws core::InputError for an unknown stage.
std::vector<core::Stage> stages(const Options& options);

/// The strategies to compare, each once: the product, if an axis has a word (strategy_grid()), and
/// the named ones; else, on several networks, `fallback`. Throws core::InputError also if there is
/// nothing to compare.
std::vector<comm::StrategyNames> strategies(
    const Options& options, const comm::StrategyNames& fallback);

/// Repeats the stages of a case with each strategy. Collective. Returns the exit status: 0; 1 if
/// results that must be equal differ; 2 after one line on the master's stderr for wrong input.
/// Throws core::RunError if the run cannot go on.
int study(const Options& options, const cases::CaseInput& input, network::Stack& network);

/// Repeats the study of one strategy in launches of its own with settings of the MPI library, and
/// writes the files by which the library takes over what beats its default; or compares the default
/// with itself. The calling process does not initialise MPI. Returns the exit status: 0, or
/// 128 plus the number of the signal when interrupted. Throws core::InputError, and core::RunError
/// if a launch fails.
int library_study(const Options& options);

}  // namespace febem::study
