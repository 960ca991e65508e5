#include "driver/libraries.h"

#ifdef FEBEM_PETSC
#include "reference/petsc.h"
#endif

namespace febem::driver {

void start_libraries([[maybe_unused]] const cases::Case& problem) {
#ifdef FEBEM_PETSC
  if (problem.structure && problem.stages[core::Stage::merge].method == "mumps") reference::start_petsc();
#endif
}

}  // namespace febem::driver
