// minifebem bench: what the machine and the message layer can do.
#pragma once

#include "app/command_line.h"
#include "app/network_stack.h"

namespace febem::app::bench {

/// Times a pattern of messages, or kernels, prints the table and writes the files. Status 0, or 2 after one
/// line on stderr if the input is bad. Collective.
int bench(const Command& command, NetworkStack& network);

}  // namespace febem::app::bench
