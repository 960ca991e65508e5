// What a rank does while it waits for a message.
#pragma once

#include <mpi.h>

#include "mpi/communicator.h"

namespace febem::mpi {

/// A rank that spins reacts soonest, and keeps its core from others; one that yields offers the core between two tests.
enum class Wait { spin, yield };

/// Yield if on any machine the ranks outnumber the cores that they may run on; else, and under a simulator, spin. The same on
/// every rank. Collective.
Wait suitable_wait(const Communicator& communicator);

/// MPI_Wait, or MPI_Test and sched_yield in turn, until the request is complete.
void wait(MPI_Request& request, MPI_Status& status, Wait how);

}  // namespace febem::mpi
