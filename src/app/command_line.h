// The parsed command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/outputs.h"
#include "network/stack.h"

namespace febem::app {

/// Either a command to carry out, or a text to print and the status to end with (help, version, a bad command line).
struct Parsed {
  std::function<int(network::Stack&)> run;  ///< collective, returns the exit status; empty: print the text
  std::function<int()> run_without_mpi;     ///< in place of `run`, of a command that starts MPI itself; before MPI_Init
  std::vector<cli::Output> outputs;         ///< what the command is to write
  network::Options network;
  std::string text;
  int status = 0;
};

/// A pure function of its arguments: every rank parses the same text to the same result, without a message.
Parsed parse_command_line(const std::vector<std::string>& arguments);

}  // namespace febem::app
