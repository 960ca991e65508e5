// The offset between the clocks of two ranks, which may start at different moments.
#pragma once

#include "comm/transport.h"

namespace febem::comm {

/// Seconds to add to this rank's mpi::wall_time() to get rank 0's, from the shortest of many round
/// trips; off by at most half of that. Collective.
double clock_offset(Transport& transport);

}  // namespace febem::comm
