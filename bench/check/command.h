// `minifebem check`: tests whether an MPI library is fit for codes like this one.
#pragma once

#include <string>
#include <vector>

#include "cli/outputs.h"

namespace febem::check {

/// The name of the command.
inline constexpr const char* command_name = "check";

struct Options {
  bool list = false;              ///< name the cases and do nothing else
  std::vector<std::string> only;  ///< names of cases; empty: all
  std::vector<std::string>
      exported;          ///< names of cases to write as C programs, and do nothing else
  std::string launcher;  ///< command that starts {n} processes of a program; empty: the script
                         ///< `mpirun` beside the program
  std::string program;   ///< program to start; empty: this one
  int ranks = 0;  ///< processes of cases that can use more than they need; 0: as many as they need
  double time_limit = 0;    ///< seconds for each case; 0: the limit of each case
  std::string json, junit;  ///< files to write; empty: none
  std::string against;      ///< file written by --json to compare with; empty: none
  std::string run_case;     ///< case of a process that this command started, inside MPI; empty: the
                            ///< command itself
  std::string records;      ///< directory for the observations of such a process
  int alarm = 0;            ///< seconds after which such a process ends itself

  std::vector<cli::Output> outputs() const { return {{"--json", json}, {"--junit", junit}}; }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// Starts every case in processes of its own by the launcher, each with a time limit, and prints
/// the observations. The calling process does not initialise MPI. Returns status 0: every legal
/// case passed or is unsupported; 1: some did not; 128 plus the number of the signal when
/// interrupted, after its processes and files have been removed. Throws core::InputError. With
/// `run_case` this process belongs to a case: it initialises MPI, and the call is collective.
int check(const Options& options);

}  // namespace febem::check
