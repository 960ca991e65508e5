// PETSc's error codes as exceptions.
#pragma once

#include <petscsys.h>

namespace febem::reference {

/// Throws core::RunError with the call, what PETSc says of this error and the kind it counts it as, on one line, unless `code` is zero.
void check(PetscErrorCode code, const char* call);

}  // namespace febem::reference
