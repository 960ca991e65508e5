// The lifetime of PETSc in this process.
#pragma once

namespace febem::reference {

/// Starts PETSc over MPI_COMM_WORLD, without its signal handlers and its prints, unless it runs already; MPI_Finalize ends
/// it. Collective the first time. Throws core::RunError with PETSc's message.
void start_petsc();

}  // namespace febem::reference
