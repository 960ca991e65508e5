#include "mpi/check.h"

#include <mpi.h>

#include <string>
#include <string_view>

namespace febem::mpi {

void check(int code, const char* call, std::source_location where) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::string_view file = where.file_name();
  file.remove_prefix(file.find_last_of('/') + 1);
  throw core::RunError(std::string(call) + " failed: " + text + " (" + std::string(file) + ":" +
                       std::to_string(where.line()) + ")");
}

}  // namespace febem::mpi
