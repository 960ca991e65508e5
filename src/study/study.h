// `minifebem study`: many strategies, one launch.
#pragma once

#include "network/stack.h"
#include "study/options.h"

namespace febem::study {

/// Runs stages of a case again and again, with each strategy. Collective. Returns the exit status: 0; 1 if
/// results that must be the same are not; 2 after one line on the master's stderr if the input is wrong.
/// Throws core::RunError if the run cannot go on.
int study(const Options& options, network::Stack& network);

}  // namespace febem::study
