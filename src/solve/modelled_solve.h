// `minifebem solve --arithmetic modelled|free`: the four stages with all their messages, and of their arithmetic only the time.
#pragma once

#include "network/stack.h"
#include "solve/command.h"

namespace febem::solve {

/// Runs the stages for each frequency of the case and reports what they cost. Nothing is solved and no results are written:
/// there are no matrices, and pivots are chosen at random. Collective. Status 0, or 2 after one line on the master's stderr if
/// the input is wrong; also where a method is a library's, whose messages are its own.
int solve_modelled(const Options& options, network::Stack& network);

}  // namespace febem::solve
