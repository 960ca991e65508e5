#include "app/libraries.h"

#ifdef FEBEM_PETSC
#include "reference/petsc.h"
#endif

namespace febem::app {

void start_libraries([[maybe_unused]] const Case& problem) {
#ifdef FEBEM_PETSC
  if (problem.structure && problem.stages[Stage::merge].method == "mumps") reference::start_petsc();
#endif
}

}  // namespace febem::app
