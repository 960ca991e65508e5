// The lifetime of PETSc in this process, and its error codes as exceptions.
#pragma once

namespace febem::reference {

/// Starts PETSc over MPI_COMM_WORLD, without its signal handlers and its prints, unless it runs already; MPI_Finalize ends
/// it. Collective the first time. Throws core::RunError with PETSc's message.
void start_petsc();

/// Throws core::RunError with the call, what PETSc says of this error and the kind it counts it as, on one line, unless the
/// PetscErrorCode `code` is zero.
void check(int code, const char* call);

}  // namespace febem::reference
