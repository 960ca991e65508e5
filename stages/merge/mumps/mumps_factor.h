// The factor of A_s by MUMPS, with the surface at its border or without.
#pragma once

#include "stages/merge/merge.h"

namespace febem::merge {

/// With `border`, and where the system has its coupling, MUMPS forms the Schur complement on the surface beside the factor, and has it
/// at hand for stage 3. Collective.
pipeline::Factor mumps_factor(const pipeline::ElementSystem& system, const execution::StageContext& context, bool border);

}  // namespace febem::merge
