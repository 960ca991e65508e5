// The parsed command line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cases/case_file.h"
#include "cli/outputs.h"
#include "network/stack.h"

namespace febem::app {

struct Session {
  network::Stack& group;          ///< of this rank's group
  comm::Transport& everyone;      ///< transport to all ranks
  const cases::CaseInput& input;  ///< empty for a command without a case
};

/// A command to execute, or a text to print with an exit status.
struct Parsed {
  /// Executes the command, collective over all ranks, and returns the exit status. If empty, print
  /// the text.
  std::function<int(const Session& session)> run;
  int groups = 1;  ///< may exceed the number of ranks
  /// For a command that starts MPI itself; called before MPI_Init.
  std::function<int()> run_without_mpi;
  std::vector<cli::Output> outputs;
  network::Options network;
  std::optional<std::string> case_file;  ///< nothing for a command without a case
  std::vector<cases::Override> overrides;
  std::string text;
  int status = 0;
};

/// The result depends only on the arguments: every rank gets the same without a message.
Parsed parse_command_line(const std::vector<std::string>& arguments);

}  // namespace febem::app
