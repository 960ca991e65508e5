// `minifebem solve`: a case from its file to its results.
#pragma once

#include "app/command_line.h"
#include "app/network_stack.h"

namespace febem::app {

/// Collective. Returns the exit status: 0, or 2 after one line on the master's stderr if the input is wrong. Throws
/// core::RunError if the run cannot go on.
int solve(const Command& command, NetworkStack& network);

}  // namespace febem::app
