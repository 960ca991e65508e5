// The options of a command about what lies between the program and the MPI library.
#pragma once

#include "network/stack.h"

namespace CLI {
class App;
}

namespace febem::cli {

/// Adds the options to a command; `options` must outlive the parsing. It may be shared by commands,
/// of which only one is ever given.
void add_network_options(CLI::App& command, network::Options& options);

}  // namespace febem::cli
