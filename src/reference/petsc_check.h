// PETSc's error codes as exceptions.
#pragma once

#include <petscsys.h>

namespace febem::reference {

/// Throws core::RunError with the call and PETSc's message unless `code` is zero.
void check(PetscErrorCode code, const char* call);

}  // namespace febem::reference
