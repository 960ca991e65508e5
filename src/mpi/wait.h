// What a rank does while it waits for a message.
#pragma once

#include <mpi.h>

#include <optional>

#include "mpi/communicator.h"

namespace febem::mpi {

/// A rank that spins reacts soonest, and keeps its core from others; one that yields offers the core between two tests.
enum class Wait { spin, yield };

/// Between two tests of what a rank waits for: it yields its core and, having waited for 5 ms, to which another 0.1 ms hardly matters,
/// sleeps for so long. One object a wait. Simulated ranks only yield: their time passes in calls of MPI.
class Pause {
 public:
  void operator()();

 private:
  std::optional<double> since_;  ///< s, of the first pause
};

/// Yield if on any machine the ranks outnumber the cores that they may run on; else, and under a simulator, spin. The same on
/// every rank. Collective.
Wait suitable_wait(const Communicator& communicator);

/// MPI_Wait, or MPI_Test and a pause in turn, until the request is complete.
void wait(MPI_Request& request, MPI_Status& status, Wait how);

}  // namespace febem::mpi
