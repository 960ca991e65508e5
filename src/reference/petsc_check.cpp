#include "reference/petsc_check.h"

#include <string>

#include "core/error.h"

namespace febem::reference {

void check(PetscErrorCode code, const char* call) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw core::RunError(std::string(call) + " failed: " + (text != nullptr ? text : "error " + std::to_string(code)));
}

}  // namespace febem::reference
