// Whether one-sided operations complete without MPI calls by their target.
#pragma once

#include "mpi/communicator.h"
#include "mpi/window.h"

namespace febem::mpi {

/// Whether Window::fetch_add() from rank 0 to any other and from any to rank 0 ends while that rank makes no MPI call: tried
/// out. A rank that is added to waits for `patience` seconds, which must be long enough for the others to get a core. The
/// window holds an integer of zero on each rank, and does so again on return. The same on every rank. Collective over the
/// window's communicator.
bool is_stall_free(const Window& window, const Communicator& communicator, double patience = 5);

}  // namespace febem::mpi
