// minifebem verify: the ladder of exact solutions.
#pragma once

#include "app/command_line.h"
#include "comm/transport.h"

namespace febem::app::verify {

/// Climbs one rung or all of them and prints a line for every quantity compared. Status 0: all within
/// tolerance; 1: some are not; 2: bad input. Collective.
int verify(const Command& command, comm::Transport& transport);

}  // namespace febem::app::verify
