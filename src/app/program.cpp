#include "app/program.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <thread>

#include "app/bench/bench.h"
#include "app/command_line.h"
#include "app/complain.h"
#include "app/mesh_command.h"
#include "app/network_stack.h"
#include "app/outputs.h"
#include "app/refined_solve.h"
#include "app/solve.h"
#include "app/study/study.h"
#include "app/verdict.h"
#include "app/verify/verify.h"
#include "comm/mpi_transport.h"
#include "core/error.h"
#include "mpi/environment.h"
#include "pipeline/stage_context.h"

namespace febem::app {
namespace {

int show_help(const Command& command, bool prints) {
  try {
    const auto text = help_topic(command.target);
    if (prints) std::fputs(text.c_str(), stdout);
    return 0;
  } catch (const core::InputError& error) {
    if (prints) complain(error.what());
    return 2;
  }
}

int carry_out(const Command& command, NetworkStack& network) {
  auto& transport = network.top();
  const bool prints = transport.rank() == pipeline::master;
  switch (command.action) {
    case Action::help:
      return show_help(command, prints);
    case Action::solve: return command.convergence ? solve_refined(command, network) : solve(command, network);
    case Action::study: return study::study(command, network);
    case Action::bench: return bench::bench(command, network);
    case Action::verify: return verify::verify(command, transport);
    case Action::mesh_list:
    case Action::mesh_generate:
    case Action::mesh_inspect:
    case Action::mesh_repair: return prints ? mesh_command(command) : 0;
  }
  return 0;
}

// Ends every rank. When several fail together the lowest speaks first, and its abort silences the others.
[[noreturn]] void end_all(int rank, const std::exception& error) {
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(100 * rank, 2000)));
  complain("rank " + std::to_string(rank) + ": " + error.what());
  mpi::abort_all(1);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  comm::MpiTransport transport(mpi::Communicator::world());
  const bool prints = transport.rank() == pipeline::master;
  const Parsed parsed = parse_command_line(arguments);
  if (!parsed.run) {
    if (prints) std::fputs(parsed.text.c_str(), parsed.status == 0 ? stdout : stderr);
    return parsed.status;
  }
  try {
    const auto trial = [&]() -> std::vector<std::string> {
      try_outputs(parsed.command);
      return {};
    };
    if (!agree({transport, comm::make_strategy({})}, trial)) return 2;
    std::optional<NetworkStack> network;
    try {
      network.emplace(transport, parsed.command.network);
    } catch (const core::InputError& error) {
      if (prints) complain(error.what());
      return 2;
    }
    const int status = carry_out(parsed.command, *network);
    if (status != 2) network->finish();
    return status;
  } catch (const std::exception& error) {
    end_all(transport.rank(), error);
  }
}

}  // namespace febem::app
