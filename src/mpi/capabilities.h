// What the MPI library at hand supports, found out at configure time or from the library's name, since the failures are
// hangs or missing symbols that no call can report.
#pragma once

#include <string>

namespace febem::mpi {

/// Whether messages and clock are simulated (SimGrid SMPI).
bool is_simulated();

/// Why persistent operations (MPI_Send_init) cannot be used; empty if they can.
std::string persistent_unsupported_reason();
/// Why partitioned communication (MPI_Psend_init, MPI 4.0) cannot be used; empty if it can.
std::string partitioned_unsupported_reason();

}  // namespace febem::mpi
