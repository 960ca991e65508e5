#include "app/version_text.h"

#include "cli/version.h"
#include "la/blas.h"
#include "mpi/environment.h"

namespace febem::app {

std::string version_text() {
  return cli::program_name() + "\ncompiler  " FEBEM_COMPILER "\nMPI       " + mpi::library_version() + "\nBLAS      " +
         la::blas_library() + "\nPETSc     " FEBEM_PETSC_TEXT "\n";
}

}  // namespace febem::app
