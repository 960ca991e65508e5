// The lifetime of PETSc in this process, and its error codes as exceptions.
#pragma once

namespace febem::reference {

/// Starts PETSc over MPI_COMM_WORLD, without its signal handlers and its output, unless it is
/// running. MPI_Finalize ends it. The first call is collective. Throws core::RunError with PETSc's
/// message.
void start_petsc();

/// Throws core::RunError unless the PetscErrorCode `code` is zero. The message has the call,
/// PETSc's text and the kind of the error, on one line.
void check(int code, const char* call);

}  // namespace febem::reference
