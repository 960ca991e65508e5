// PETSc is started once: PetscInitialize does nothing where it is running, so a PetscFinalize by any one user would take
// the library from all others. Its end hangs on MPI_COMM_SELF as an attribute, whose deletion is the first thing that
// MPI_Finalize does.
#include "reference/petsc.h"

#include <mpi.h>
#include <petscsys.h>

#include "mpi/check.h"
#include "reference/petsc_check.h"

namespace febem::reference {
namespace {

int finish(MPI_Comm, int, void*, void*) { return PetscFinalize() == 0 ? MPI_SUCCESS : MPI_ERR_OTHER; }

void finish_with_mpi() {
  int key = MPI_KEYVAL_INVALID;
  mpi::check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finish, &key, nullptr), "MPI_Comm_create_keyval");
  mpi::check(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
  mpi::check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

}  // namespace

void start_petsc() {
  PetscBool running = PETSC_FALSE;
  check(PetscInitialized(&running), "PetscInitialized");
  if (running) return;
  check(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"), "PetscOptionsSetValue");
  check(PetscInitializeNoArguments(), "PetscInitialize");
  finish_with_mpi();
  check(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr), "PetscPushErrorHandler");
}

}  // namespace febem::reference
