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

/// What a command runs in.
struct Session {
  network::Stack& group;          ///< network of this rank's group
  comm::Transport& everyone;      ///< transport to all ranks
  const cases::CaseInput& input;  ///< empty for a command without a case
};

/// Either a command to execute, or a text to print and an exit status (help, version, a bad command
/// line).
struct Parsed {
  /// Executes the command. Collective over all ranks. Returns the exit status. If it is empty,
  /// print the text.
  std::function<int(const Session& session)> run;
  int groups = 1;  ///< groups that the command wants; may exceed the number of ranks
  std::function<int()> run_without_mpi;  ///< in place of `run`, for a command that starts MPI
                                         ///< itself; called before MPI_Init
  std::vector<cli::Output> outputs;      ///< outputs of the command
  network::Options network;
  std::optional<std::string> case_file;    ///< file of the case; nothing for a command without one
  std::vector<cases::Override> overrides;  ///< options that override keys of the case
  std::string text;
  int status = 0;
};

/// Parses the command line. The result depends only on the arguments, so that every rank gets the
/// same result without a message.
Parsed parse_command_line(const std::vector<std::string>& arguments);

}  // namespace febem::app
