// minifebem verify: the ladder of exact solutions.
#pragma once

#include "network/stack.h"
#include "verify/options.h"

namespace febem::verify {

/// Climbs one verification_case or all of them and prints a line for every quantity compared. Status 0: all within
/// tolerance; 1: some are not; 2: bad input. Collective.
int verify(const Options& options, network::Stack& network);

}  // namespace febem::verify
