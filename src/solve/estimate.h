// `minifebem solve --estimate`: memory and time of a case before it is computed.
#pragma once

#include "network/stack.h"
#include "solve/command.h"

namespace febem::solve {

/// Prints what each stage is going to hold, send and compute at one frequency on these ranks, and what the ranks would hold if there were
/// more or fewer of them. Memory as of driver::MemoryEstimate; messages are counted while they are sent, with no arithmetic
/// between them, and arithmetic is priced by a profile if one is given. Collective. Status 0, or 2 after one line on the master's
/// stderr if the input is wrong.
int estimate(const Options& options, network::Stack& network);

}  // namespace febem::solve
