// From the command line to the exit status.
#pragma once

#include <string>
#include <vector>

namespace febem::app {

/// Carries out the command line on every rank of the run. Status 0: done; 1: failed while running or a check
/// failed; 2: bad input. A failure on one rank prints one line with rank and cause and ends all ranks.
/// Collective.
int run_program(const std::vector<std::string>& arguments);

}  // namespace febem::app
