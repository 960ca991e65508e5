// `minifebem solve`: a case from its file to its results.
#pragma once

#include <optional>
#include <string>
#include <vector>

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
  std::string out;        ///< directory; empty: chosen by the program
  std::string json;       ///< file; empty: none
  bool estimate = false;  ///< of memory and time, in place of a solution
  double memory = 0;      ///< bytes that a rank may hold; 0: what its machine and its limits let it
  int groups = 1;         ///< of ranks, each with frequencies of its own
  bool convergence = false;
  cases::ArithmeticOptions arithmetic;
  std::vector<double> densities = {1, 1.5, 2};  ///< of the mesh, with `convergence`
  network::Options network;

  std::filesystem::path directory() const { return cli::output_directory(out, case_file); }
  std::vector<cli::Output> outputs() const {
    if (estimate || !arithmetic.computed()) return {{"--json", json}};
    return {{"--json", json}, {"--out", directory(), true}};
  }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// The ranks of a run, not owned: those that solve a frequency together, and all.
struct Ranks {
  network::Stack& group;      ///< this rank's
  comm::Transport& everyone;  ///< over the same ranks as the group's if there is but one

  bool is_master() const { return everyone.rank() == core::master; }
};

/// Collective over everyone. Returns the exit status: 0, 1 if a frequency could not be solved, or 2 after one line on the master's
/// stderr if the input is wrong. Throws core::RunError if the run cannot go on. `group` is that of mpi::RankGroups.
int solve(const Options& options, network::Stack& group, comm::Transport& everyone);

/// What a solution without regard to `options.convergence` gave, on the mesh that the case's generator makes at `density` if one is
/// given: the status, and the report on the master.
struct Refined {
  int status = 0;
  io::RunResult report;
};
Refined solve_at_density(const Options& options, const Ranks& ranks, std::optional<double> density);

/// `--convergence`: solves at each of options.densities into a folder of its own under the results directory, prints each power and the
/// mean pressure with its estimated error and order, and writes the same to convergence.json there. Collective over everyone; status and
/// failures as of solve(), and 2 also for a case whose mesh comes from a file.
int solve_refined(const Options& options, const Ranks& ranks);

/// `--estimate`: prints what each stage is going to hold, send and compute at one frequency on these ranks, and what the ranks would
/// hold if there were more or fewer of them. Memory as of driver::MemoryEstimate; messages are counted while they are sent, with no
/// arithmetic between them, and arithmetic is priced by a profile if one is given. Collective. Status 0, or 2 after one line on the
/// master's stderr if the input is wrong.
int estimate(const Options& options, network::Stack& network);

/// `--arithmetic modelled|free`: runs the four stages for each frequency of the case, with all their messages and of their arithmetic
/// only the time, and reports what they cost. Nothing is solved and no results are written: there are no matrices, and pivots are
/// chosen at random. Collective. Status 0, or 2 after one line on the master's stderr if the input is wrong; also where a method is a
/// library's, whose messages are its own.
int solve_modelled(const Options& options, network::Stack& network);

}  // namespace febem::solve
