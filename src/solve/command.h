// `minifebem solve`: a case from its file to its results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases/arithmetic_option.h"
#include "cases/key_options.h"
#include "cli/outputs.h"
#include "io/results.h"
#include "network/stack.h"

namespace febem::solve {

using core::Stage;

struct Options {
  std::string case_file;
  cases::KeyOptions keys;
  std::string out;   ///< directory; empty: chosen by the program
  std::string json;  ///< file; empty: none
  bool convergence = false;
  cases::ArithmeticOptions arithmetic;
  std::vector<double> densities = {1, 1.5, 2};  ///< of the mesh, with `convergence`
  network::Options network;

  std::filesystem::path directory() const { return cli::output_directory(out, case_file); }
  std::vector<cli::Output> outputs() const {
    if (!arithmetic.computed()) return {{"--json", json}};
    return {{"--json", json}, {"--out", directory(), true}};
  }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// Collective. Returns the exit status: 0, 1 if a frequency could not be solved, or 2 after one line on the master's stderr if
/// the input is wrong. Throws core::RunError if the run cannot go on.
int solve(const Options& options, network::Stack& network);

/// The same without regard to `options.convergence`, on the mesh that the case's generator makes at `density` if one is given;
/// and the report, on the master.
struct Refined {
  int status = 0;
  io::RunResult report;
};
Refined solve_at_density(const Options& options, network::Stack& network, std::optional<double> density);

}  // namespace febem::solve
