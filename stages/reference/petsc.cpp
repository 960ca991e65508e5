// PETSc is started once: PetscInitialize does nothing where it is running, so a PetscFinalize by
// any one user would take the library from all others. Its end hangs on MPI_COMM_SELF as an
// attribute, whose deletion is the first thing that MPI_Finalize does.
#include "stages/reference/petsc.h"

#include <mpi.h>
#include <petscsys.h>

#include <sstream>
#include <string>

#include "core/error.h"
#include "core/text.h"
#include "mpi/check.h"

namespace febem::reference {
namespace {

int finish(MPI_Comm, int, void*, void*) {
  return PetscFinalize() == 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

void finish_with_mpi() {
  int key = MPI_KEYVAL_INVALID;
  mpi::check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finish, &key, nullptr),
      "MPI_Comm_create_keyval");
  mpi::check(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
  mpi::check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

/// With single spaces for whatever is white.
std::string on_one_line(const char* text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return core::printable(result);
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

void check(int code, const char* call) {
  if (code == 0) return;
  const char* kind = nullptr;
  char* detail = nullptr;
  PetscErrorMessage(static_cast<PetscErrorCode>(code), &kind, &detail);
  std::string cause = kind != nullptr ? on_one_line(kind) : "error " + std::to_string(code);
  if (detail != nullptr && *detail != '\0') {
    cause = on_one_line(detail) + " (" + cause + ")";
    *detail = '\0';  // else it would be told of an error that has none
  }
  throw core::RunError(std::string(call) + " failed: " + cause);
}

}  // namespace febem::reference
