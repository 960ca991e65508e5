// Checks of MPI calls. A failure is an exception that names the call and the place.
#pragma once

#include <mpi.h>

#include <source_location>
#include <string>
#include <string_view>

#include "core/error.h"

namespace febem::mpi {

/// Throws core::RunError with MPI's own text for `code`, the name of the MPI function and the
/// place.
[[noreturn]] inline void fail(int code, const char* call, std::source_location where) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::string_view file = where.file_name();
  file.remove_prefix(file.find_last_of('/') + 1);
  throw core::RunError(std::string(call) + " failed: " + text + " (" + std::string(file) + ":" +
                       std::to_string(where.line()) + ")");
}

/// Throws as fail() unless `code` is MPI_SUCCESS. `call` names the MPI function. Inline, because it
/// is called between messages.
inline void check(
    int code, const char* call, std::source_location where = std::source_location::current()) {
  if (code != MPI_SUCCESS) fail(code, call, where);
}

}  // namespace febem::mpi
