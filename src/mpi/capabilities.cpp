#include "mpi/capabilities.h"

#include "mpi/environment.h"

namespace febem::mpi {

bool is_simulated() {
  const auto version = library_version();
  return version.find("SMPI") != std::string::npos || version.find("SimGrid") != std::string::npos;
}

std::string persistent_unsupported_reason() {
  // SMPI 3.32: a started MPI_Send_init of a short message never completes.
  return is_simulated() ? "persistent sends hang in SimGrid SMPI" : "";
}

std::string partitioned_unsupported_reason() {
#ifdef FEBEM_HAVE_PARTITIONED
  return "";
#else
  return "this MPI library has no partitioned communication (MPI_Psend_init, MPI 4.0)";
#endif
}

}  // namespace febem::mpi
