// The parsed command line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cases/case.h"
#include "cli/outputs.h"
#include "network/stack.h"

namespace febem::app {

/// Either a command to execute, or a text to print and an exit status (help, version, a bad command line).
struct Parsed {
  /// Executes the command with the network of this rank's group, and a transport to all ranks. Collective over all ranks. Returns the exit
  /// status. If it is empty, print the text.
  std::function<int(network::Stack& group, comm::Transport& everyone)> run;
  int groups = 1;                        ///< groups that the command wants; may exceed the number of ranks
  std::function<int()> run_without_mpi;  ///< in place of `run`, for a command that starts MPI itself; called before MPI_Init
  std::vector<cli::Output> outputs;      ///< outputs of the command
  network::Options network;
  /// The network that the case of the command asks for, if any. Empty if the command has no case. Call it on one rank. Throws
  /// core::InputError.
  std::function<std::optional<cases::Network>()> network_of_case;
  std::string text;
  int status = 0;
};

/// Parses the command line. The result depends only on the arguments, so that every rank gets the same result without a message.
Parsed parse_command_line(const std::vector<std::string>& arguments);

}  // namespace febem::app
