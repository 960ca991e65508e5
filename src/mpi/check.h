// Every MPI call is checked; its failure is an exception that names the call and the place.
#pragma once

#include <mpi.h>

#include <source_location>

#include "core/error.h"

namespace febem::mpi {

/// Throws core::RunError with MPI's own text for `code`, the name of the MPI function and the place.
[[noreturn]] void fail(int code, const char* call, std::source_location where);

/// Throws as fail() unless `code` is MPI_SUCCESS. `call` names the MPI function. Inline: it stands between messages.
inline void check(int code, const char* call, std::source_location where = std::source_location::current()) {
  if (code != MPI_SUCCESS) fail(code, call, where);
}

}  // namespace febem::mpi
