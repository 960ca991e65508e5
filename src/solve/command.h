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
  double memory = 0;      ///< bytes that a rank may hold; 0: what machine and limits allow
  int groups = 1;         ///< of ranks, each with frequencies of its own
  bool convergence = false;
  cases::ArithmeticOptions arithmetic;
  std::vector<double> densities = {1, 1.5, 2};  ///< with `convergence`
  network::Options network;

  std::filesystem::path directory() const { return cli::output_directory(out, case_file); }
  std::vector<cli::Output> outputs() const {
    if (estimate || !arithmetic.computed()) return {{"--json", json}};
    return {{"--json", json}, {"--out", directory(), true}};
  }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// The ranks of a run, not owned: those that solve a frequency together, and all.
struct Ranks {
  network::Stack& group;
  comm::Transport& everyone;  ///< that of the group if there is only one

  bool is_master() const { return everyone.rank() == core::master; }
};

/// Solves a case. Collective over everyone. Returns the exit status: 0; 1 if a frequency could not
/// be solved; 2 after one line on the master's stderr for wrong input. Throws core::RunError if the
/// run cannot go on. `group` is the network of this rank's group in mpi::RankGroups.
int solve(const Options& options, const cases::CaseInput& input, network::Stack& group,
    comm::Transport& everyone);

/// The exit status of a solution on one mesh, and on the master the report.
struct Refined {
  int status = 0;
  io::RunResult report;
};
/// Solves a case, at this mesh density if one is given, whatever `options.convergence` says.
Refined solve_at_density(const Options& options, const cases::CaseInput& input, const Ranks& ranks,
    std::optional<double> density);

/// `--convergence`: solves at each of options.densities, into folders below the results directory.
/// Prints each power and the mean pressure with estimated error and order, also to convergence.json
/// there. As solve(); a case whose mesh comes from a file is wrong input.
int solve_refined(const Options& options, const cases::CaseInput& input, const Ranks& ranks);

/// `--estimate`: prints what each stage will hold, send and compute at one frequency on these
/// ranks, and the memory of other numbers of ranks: by driver::MemoryEstimate, and by a dry run of
/// each rank, in which no rank forms another's rows ("dynamic"). A profile prices the
/// arithmetic. Collective. Returns status 0, or 2 after one line on the master's stderr for wrong
/// input.
int estimate(const Options& options, const cases::CaseInput& input, network::Stack& network);

/// `--arithmetic modelled|free`: runs the stages at each frequency with all messages, lets only the
/// time of the arithmetic pass, and reports the cost. Nothing is solved: there are no matrices, and
/// pivots are chosen at random. Collective. Returns as estimate(). A method of a library is wrong
/// input: the library sends its own messages.
int solve_modelled(const Options& options, const cases::CaseInput& input, network::Stack& network);

}  // namespace febem::solve
