// What one message costs on the network at hand, measured at the start of a run.
#pragma once

#include "comm/link_cost.h"
#include "comm/transport.h"

namespace febem::tuning {

/// Ping-pong between the first and the last rank at lengths up to 1 MiB, as long as it takes to stay within about
/// `seconds` (long messages are left out on a slow network), fitted by one or two straight lines. The same result on
/// every rank; of one rank alone, all zeros. Collective.
comm::LinkCost measure_link(comm::Transport& transport, double seconds);

}  // namespace febem::tuning
