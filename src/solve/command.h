// `minifebem solve`: a case from its file to its results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases/case_file.h"
#include "cases/case_options.h"
#include "cli/outputs.h"
#include "io/results.h"
#include "mpi/environment.h"
#include "network/stack.h"

namespace febem::solve {

using core::Stage;

struct Options {
  std::string case_file;
  cases::KeyOptions keys;
  std::string out;        ///< directory of the results; empty: chosen by the program
  std::string json;       ///< file of the report; empty: none
  bool estimate = false;  ///< estimate memory and time, and solve nothing
  double memory =
      0;           ///< bytes that a rank may hold; 0: as much as its machine and its limits allow
  int groups = 1;  ///< groups of ranks, each with frequencies of its own
  bool convergence = false;
  cases::ArithmeticOptions arithmetic;
  std::vector<double> densities = {1, 1.5, 2};  ///< mesh densities, with `convergence`
  network::Options network;

  std::filesystem::path directory() const { return cli::output_directory(out, case_file); }
  std::vector<cli::Output> outputs() const {
    if (estimate || !arithmetic.computed()) return {{"--json", json}};
    return {{"--json", json}, {"--out", directory(), true}};
  }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// The ranks of a run, not owned: the ranks that solve a frequency together, and all ranks.
struct Ranks {
  network::Stack& group;  ///< network of this rank's group
  comm::Transport&
      everyone;  ///< transport over all ranks; the ranks of the group if there is only one group

  bool is_master() const { return everyone.rank() == core::master; }
};

/// Solves a case. Collective over everyone. Returns the exit status: 0, 1 if a frequency could not
/// be solved, or 2 after one line on the master's stderr if the input is wrong. Throws
/// core::RunError if the run cannot go on. `group` is the network of this rank's group in
/// mpi::RankGroups.
int solve(const Options& options, const cases::CaseInput& input, network::Stack& group,
    comm::Transport& everyone);

/// The result of a solution on one mesh: the status, and on the master the report.
struct Refined {
  int status = 0;
  io::RunResult report;
};
/// Solves a case without regard to `options.convergence`. If `density` is given, the case's
/// generator makes the mesh at this density.
Refined solve_at_density(const Options& options, const cases::CaseInput& input, const Ranks& ranks,
    std::optional<double> density);

/// `--convergence`: solves at each of options.densities, into a folder of its own under the results
/// directory. Prints each power and the mean pressure with its estimated error and order, and
/// writes them to convergence.json there. Collective over everyone. Status and failures are as for
/// solve(); the status is also 2 for a case whose mesh comes from a file.
int solve_refined(const Options& options, const cases::CaseInput& input, const Ranks& ranks);

/// `--estimate`: prints how much each stage will hold, send and compute at one frequency on these
/// ranks, and how much memory other numbers of ranks would hold. Memory is that of
/// driver::MemoryEstimate. Messages and flops are those of a dry run of each rank, with the default
/// where time decides ("auto", "dynamic"). A profile, if one is given, prices the arithmetic.
/// Collective. Returns status 0, or 2 after one line on the master's stderr if the input is wrong.
int estimate(const Options& options, const cases::CaseInput& input, network::Stack& network);

/// `--arithmetic modelled|free`: runs the four stages for each frequency of the case, and reports
/// their cost. It sends all messages, and lets only the time of the arithmetic pass. Nothing is
/// solved and no results are written: there are no matrices, and pivots are chosen at random.
/// Collective. Returns status 0, or 2 after one line on the master's stderr if the input is wrong.
/// A method of a library counts as wrong input, because the library sends its own messages.
int solve_modelled(const Options& options, const cases::CaseInput& input, network::Stack& network);

}  // namespace febem::solve
