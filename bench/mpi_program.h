// How a benchmark that is a program of its own starts and ends.
#pragma once

#include <cstdio>
#include <exception>
#include <string>

#include "cli/cli11.h"
#include "comm/mpi_transport.h"
#include "mpi/environment.h"

namespace febem::bench {

/// Parses the command line, then starts MPI and does `run(transport)`, which gives the status. Help
/// and what is wrong with the command line are printed by rank 0 alone; what run() throws ends all
/// ranks.
template <class Run>
int run_mpi_program(int argc, char** argv, CLI::App& command, Run&& run) {
  std::string text;
  int status = 0;
  bool parsed = false;
  try {
    command.parse(argc, argv);
    parsed = true;
  } catch (const CLI::Success&) {
    text = command.help();
  } catch (const CLI::ParseError& error) {
    text = command.get_name() + ": " + error.what();
    status = 2;
  }
  const mpi::Environment environment(&argc, &argv);
  comm::MpiTransport transport(mpi::Communicator::world());
  if (!parsed) {
    if (transport.rank() == 0)
      std::fprintf(status == 0 ? stdout : stderr, "%s%s", text.c_str(), status == 0 ? "" : "\n");
    return status;
  }
  try {
    return run(transport);
  } catch (const std::exception& error) {
    std::fprintf(
        stderr, "%s: rank %d: %s\n", command.get_name().c_str(), transport.rank(), error.what());
    mpi::abort_all(1);
  }
}

}  // namespace febem::bench
