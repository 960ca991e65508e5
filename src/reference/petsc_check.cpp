#include "reference/petsc_check.h"

#include <sstream>
#include <string>

#include "core/error.h"
#include "core/printable.h"

namespace febem::reference {
namespace {

/// With single spaces for whatever is white.
std::string on_one_line(const char* text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return core::printable(result);
}

}  // namespace

void check(PetscErrorCode code, const char* call) {
  if (code == 0) return;
  const char* kind = nullptr;
  char* detail = nullptr;
  PetscErrorMessage(code, &kind, &detail);
  std::string cause = kind != nullptr ? on_one_line(kind) : "error " + std::to_string(code);
  if (detail != nullptr && *detail != '\0') {
    cause = on_one_line(detail) + " (" + cause + ")";
    *detail = '\0';  // else it would be told of an error that has none
  }
  throw core::RunError(std::string(call) + " failed: " + cause);
}

}  // namespace febem::reference
