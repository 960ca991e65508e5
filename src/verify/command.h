// `minifebem verify`: compares the solver with exact solutions.
#pragma once

#include <string>
#include <vector>

#include "cases/case_options.h"
#include "cli/outputs.h"
#include "network/stack.h"

namespace febem::verify {

struct Options {
  std::string name;
  bool list = false;              ///< only name the cases
  bool published = false;         ///< the cases with published values in place of the others
  std::string json;               ///< file; empty: none
  double tolerance_factor = 1.0;  ///< factor on every tolerance
  cases::KeyOptions keys;

  std::vector<cli::Output> outputs() const { return {{"--json", json}}; }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// Runs the cases, and prints a line for every compared quantity. Returns status 0: all within
/// tolerance; 1: some are not; 2: wrong input. Collective.
int verify(const Options& options, network::Stack& network);

}  // namespace febem::verify
