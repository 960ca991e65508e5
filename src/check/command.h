// `minifebem check`: whether an MPI library is fit for codes like this one.
#pragma once

#include <string>
#include <vector>

#include "cli/outputs.h"

namespace febem::check {

/// As it is called on the command line.
inline constexpr const char* command_name = "check";

struct Options {
  bool list = false;              ///< name the cases and do nothing else
  std::vector<std::string> only;  ///< names of cases; empty: all
  std::string launcher;           ///< command that starts {n} processes of the program after it; empty: the script beside the program
  std::string program;            ///< the program started; empty: this one
  int ranks = 0;                  ///< processes of cases that can have more than they need; 0: what they need
  double time_limit = 0;          ///< seconds for each case; 0: each its own
  std::string json, junit;        ///< files to write; empty: none
  std::string against;            ///< file written by --json to compare with; empty: none
  std::string run_case;           ///< a process started for this one case, inside MPI; empty: the command itself
  std::string records;            ///< directory for what such a process observes
  int alarm = 0;                  ///< seconds after which such a process ends itself

  std::vector<cli::Output> outputs() const { return {{"--json", json}, {"--junit", junit}}; }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// Starts every case in processes of its own by the launcher, each with a time limit, and prints what was observed. MPI is
/// not initialised in the calling process. Status 0: every legal case passed or is unsupported; 1: some did not; 2: bad
/// input; 128 and the signal's number when interrupted, after the processes and files made have been removed. With
/// `run_case` it is one of those processes: it initialises MPI, and is collective.
int check(const Options& options);

}  // namespace febem::check
