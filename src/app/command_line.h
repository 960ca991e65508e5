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

/// Either a command to carry out, or a text to print and the status to end with (help, version, a bad command line).
struct Parsed {
  /// Collective over all ranks, returns the exit status: with the network of this rank's group, and what reaches everyone. Empty: print
  /// the text.
  std::function<int(network::Stack& group, comm::Transport& everyone)> run;
  int groups = 1;                        ///< that the command wants the ranks divided into; perhaps more than there are ranks
  std::function<int()> run_without_mpi;  ///< in place of `run`, of a command that starts MPI itself; before MPI_Init
  std::vector<cli::Output> outputs;      ///< what the command is to write
  network::Options network;
  /// The network that the case of the command asks for, if it has a case and that asks for one; empty: no case. To be called on one rank.
  /// Throws core::InputError.
  std::function<std::optional<cases::Network>()> network_of_case;
  std::string text;
  int status = 0;
};

/// A pure function of its arguments: every rank parses the same text to the same result, without a message.
Parsed parse_command_line(const std::vector<std::string>& arguments);

}  // namespace febem::app
