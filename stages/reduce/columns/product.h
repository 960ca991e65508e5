// The second half of stage 3 by columns: the product of B with what all ranks say of G.
#pragma once

#include "stages/reduce/columns/surface_tree.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

/// A -= omega^2 rho B diag(1 / area) G on own rows, in double or single precision; `message` is this rank's of eliminate_columns().
/// One broadcast from each rank, the next in flight during the work on the one before, as far as the strategy allows. Collective.
template <class T>
void subtract_columns(timing::MessageBuffer<T> message, const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b,
                      la::MatrixOf<T>& a, const execution::StageContext& context);

}  // namespace febem::reduce
