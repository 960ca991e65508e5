// What the MPI library at hand cannot do. Each answer is a reason, empty if it can; found out at configure time or from
// the library's name, since the failures are hangs or missing symbols that no call can report.
#pragma once

#include <string>

namespace febem::mpi {

/// Whether messages and clock are simulated (SimGrid SMPI).
bool is_simulated();

/// Persistent operations (MPI_Send_init).
std::string persistent_refusal();
/// Partitioned communication (MPI_Psend_init, MPI 4.0).
std::string partitioned_refusal();

}  // namespace febem::mpi
