// `minifebem solve`: a case from its file to its results.
#pragma once

#include "app/command_line.h"
#include "app/network_stack.h"
#include "io/results.h"

namespace febem::app {

/// Collective. Returns the exit status: 0, or 2 after one line on the master's stderr if the input is wrong. Throws
/// core::RunError if the run cannot go on.
int solve(const Command& command, NetworkStack& network);

/// The same on the mesh that the case's generator makes at this density, and the report, on the master.
struct Refined {
  int status = 0;
  io::RunResult report;
};
Refined solve_at_density(const Command& command, NetworkStack& network, double density);

}  // namespace febem::app
