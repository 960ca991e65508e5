// `minifebem study`: many strategies, one launch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "cases/case_options.h"
#include "cli/outputs.h"
#include "cli/strategy_grid.h"
#include "comm/strategy.h"
#include "core/stage.h"
#include "network/stack.h"

namespace febem::study {

/// How often each strategy is timed, and in which order.
struct RepeatPlan {
  int fewest = 5;                                            ///< repeats
  int most = 20;                                             ///< repeats
  double spread = 0.05;                                      ///< enough once the interquartile range / median of the seconds is no larger
  double seconds = std::numeric_limits<double>::infinity();  ///< of the whole study: no round begins that is likely to end later
  std::uint64_t seed = 1;                                    ///< of the order
};

struct Options {
  std::string case_file;
  cases::KeyOptions keys;
  std::string out, json, csv;  ///< as given; empty: chosen by the program
  cli::StrategyWords words;
  std::vector<std::string> sets;    ///< named strategies, besides the product; "all" stands for every one
  std::vector<std::string> stages;  ///< empty: all four
  RepeatPlan effort;
  bool sensitivity = false;
  std::string networks_file;               ///< list of networks; empty: the one at hand, or of `network`
  std::vector<std::string> network_names;  ///< of the list; empty: all of it
  network::Options network;

  /// The report.
  std::filesystem::path json_file() const;
  /// One line for each repeat; beside the report unless named, nowhere if that is a pipe or a device.
  std::filesystem::path csv_file() const;
  std::vector<cli::Output> outputs() const { return {{"--json", json_file()}, {"--csv", csv_file()}}; }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& study, Options& options);

/// The stages asked for, in their order. Throws core::InputError for an unknown one.
std::vector<core::Stage> stages(const Options& options);

/// The strategies to compare, each once: the product, if any axis has a word (see strategy_grid()), and the
/// named sets; without either, on several networks, `fallback`. Throws core::InputError also if there is nothing to compare.
std::vector<comm::StrategyNames> strategies(const Options& options, const comm::StrategyNames& fallback);

/// Runs stages of a case again and again, with each strategy. Collective. Returns the exit status: 0; 1 if
/// results that must be the same are not; 2 after one line on the master's stderr if the input is wrong.
/// Throws core::RunError if the run cannot go on.
int study(const Options& options, network::Stack& network);

}  // namespace febem::study
