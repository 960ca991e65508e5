// mumps: the library's own merge and reduction, as a reference. Its messages do not go through the message layer.
#include "reference/petsc.h"
#include "stages/merge/mumps/mumps_factor.h"

namespace febem::merge {
namespace {

pipeline::Factor run_mumps(const pipeline::ElementSystem& system, const Options&, const execution::StageContext& context) {
  return mumps_factor(system, context, false);
}

}  // namespace

extern const Method mumps_method{"mumps", "MUMPS through PETSc, as a reference; its messages are its own", run_mumps, true, true,
                                 nullptr, reference::start_petsc};

}  // namespace febem::merge
