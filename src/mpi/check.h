// Every MPI call is checked; its failure is an exception that names the call and the place.
#pragma once

#include <source_location>

#include "core/error.h"

namespace febem::mpi {

/// Throws core::RunError with MPI's own text unless `code` is MPI_SUCCESS. `call` names the MPI function.
void check(int code, const char* call, std::source_location where = std::source_location::current());

}  // namespace febem::mpi
