#include "app/program.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <thread>

#include "app/command_line.h"
#include "cli/complain.h"
#include "cli/outputs.h"
#include "cli/validate_on_root.h"
#include "comm/mpi_transport.h"
#include "core/error.h"
#include "core/types.h"
#include "mpi/environment.h"
#include "network/stack.h"

namespace febem::app {
namespace {

// Ends every rank. When several fail together the lowest speaks first, and its abort silences the others.
[[noreturn]] void end_all(int rank, const std::exception& error) {
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(100 * rank, 2000)));
  cli::complain("rank " + std::to_string(rank) + ": " + error.what());
  mpi::abort_all(1);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  comm::MpiTransport transport(mpi::Communicator::world());
  const bool prints = transport.rank() == core::master;
  const Parsed parsed = parse_command_line(arguments);
  if (!parsed.run) {
    if (prints) std::fputs(parsed.text.c_str(), parsed.status == 0 ? stdout : stderr);
    return parsed.status;
  }
  try {
    const auto trial = [&]() -> std::vector<std::string> {
      auto outputs = parsed.outputs;
      outputs.push_back({"--trace", parsed.network.trace});
      cli::try_outputs(outputs);
      return {};
    };
    if (!cli::agree({transport, comm::make_strategy({})}, trial)) return 2;
    std::optional<network::Stack> network;
    try {
      network.emplace(transport, parsed.network);
    } catch (const core::InputError& error) {
      if (prints) cli::complain(error.what());
      return 2;
    }
    const int status = parsed.run(*network);
    if (status != 2) network->finish();
    return status;
  } catch (const std::exception& error) {
    end_all(transport.rank(), error);
  }
}

}  // namespace febem::app
