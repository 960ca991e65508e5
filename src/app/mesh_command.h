// minifebem mesh list | generate | inspect | repair
#pragma once

#include "app/command_line.h"

namespace febem::app {

/// Carries out the command and prints; for one process. Status 0, or 2 after one line on stderr if the input is bad.
/// Throws core::RunError if the file cannot be written.
int mesh_command(const Command& command);

}  // namespace febem::app
