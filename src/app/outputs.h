// What a command is going to write, tried before it does anything else.
#pragma once

#include <filesystem>

#include "app/command_line.h"

namespace febem::app {

/// The directory of what solve writes.
std::filesystem::path results_directory(const Command& command);

/// Opens everything the command is to write for trial and leaves nothing behind: missing directories are made when they are
/// needed. Throws core::InputError naming the option and the cause; also if two options name one file.
void try_outputs(const Command& command);

}  // namespace febem::app
