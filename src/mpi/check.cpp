#include "mpi/check.h"

#include <string>
#include <string_view>

namespace febem::mpi {

void fail(int code, const char* call, std::source_location where) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::string_view file = where.file_name();
  file.remove_prefix(file.find_last_of('/') + 1);
  throw core::RunError(std::string(call) + " failed: " + text + " (" + std::string(file) + ":" +
                       std::to_string(where.line()) + ")");
}

}  // namespace febem::mpi
