// What one message costs on the network at hand, measured at the start of a run.
#pragma once

#include "comm/pace.h"
#include "comm/transport.h"

namespace febem::tuning {

/// Ping-pong between the first and the last rank at lengths up to 1 MiB, as far as about `seconds`
/// allow, fitted by one or two straight lines. The same on every rank; zeros on a single one.
/// Collective.
comm::LinkCost measure_link(comm::Transport& transport, double seconds);

}  // namespace febem::tuning
