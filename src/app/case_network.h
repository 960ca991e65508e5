// The network that a case file asks for.
#pragma once

#include "app/command_line.h"
#include "comm/transport.h"

namespace febem::app {

/// The network options of a command, with the network of its case unless an option emulates one. A case that cannot be read is left to
/// the command, which says so. Collective; the same on every rank.
network::Options network_options(const Parsed& parsed, comm::Transport& transport);

}  // namespace febem::app
