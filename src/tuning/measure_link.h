// What one message costs on the network at hand, measured at the start of a run.
#pragma once

#include "comm/pace.h"
#include "comm/transport.h"

namespace febem::tuning {

/// Ping-pong between the first and the last rank at lengths up to 1 MiB, fitted by one or two
/// straight lines. Lengths that would take it beyond about `seconds` are left out. The same result
/// on every rank; all zeros on a single rank. Collective.
comm::LinkCost measure_link(comm::Transport& transport, double seconds);

}  // namespace febem::tuning
