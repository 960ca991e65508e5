// How a rank waits for a message.
#pragma once

#include <mpi.h>

#include "mpi/communicator.h"
#include "mpi/pause.h"

namespace febem::mpi {

/// Whether on any machine the ranks outnumber the cores that they may run on. The same on every rank. Collective.
bool outnumber_cores(const Communicator& communicator);

/// Yield where the ranks outnumber the cores; else, and under a simulator, spin. The same on every rank. Collective.
Wait suitable_wait(const Communicator& communicator);

/// MPI_Wait, or MPI_Test and a pause in turn, until the request is complete.
void wait(MPI_Request& request, MPI_Status& status, Wait how);

}  // namespace febem::mpi
