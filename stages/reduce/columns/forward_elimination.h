// The first half of stage 3 by columns: W = L^{-1} T on this rank's panels, and what follows from it for G.
#pragma once

#include "execution/stage_context.h"
#include "fem/structure.h"
#include "stages/reduce/columns/surface_tree.h"

namespace febem::reduce {

/// This rank's message, as Layout says, from its panels and its part of the factor, in double or single precision; `coupling` is T in
/// the unknowns of the factor. No message is sent.
template <class T>
timing::MessageBuffer<T> eliminate_columns(const pipeline::Factor& factor, const SurfaceTree& surface,
                                           const fem::SparseMatrix& coupling, const execution::StageContext& context);

}  // namespace febem::reduce
