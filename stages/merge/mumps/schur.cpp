// schur: as mumps, but of [A_s T; T^T 0], with the Schur complement of A_s, which makes stage 3 a product alone.
#include "reference/petsc.h"
#include "stages/merge/mumps/mumps_factor.h"

namespace febem::merge {
namespace {

pipeline::Factor run_schur(const pipeline::ElementSystem& system, const Options&, const execution::StageContext& context) {
  return mumps_factor(system, context, true);
}

}  // namespace

extern const Method schur_method{"schur", "MUMPS through PETSc, which forms C A_s^{-1} T while it factors, in place of stage 3", run_schur, true, true,
                                 nullptr, reference::start_petsc};

}  // namespace febem::merge
