// The two halves of stage 3 by columns, and what they hold, which is known before anything is computed. The algebra, the messages and
// their cost are in ../README.md.
#pragma once

#include <vector>

#include "fem/structure.h"
#include "la/row_map.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/columns/surface_tree.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

/// The first half: W = L^{-1} T on this rank's panels, and what follows from it for G. Returns this rank's message, as Layout says, from
/// its panels and its part of the factor, in double or single precision; `coupling` is T in the unknowns of the factor. No message is
/// sent.
template <class T>
la::Workspace<T> eliminate_columns(const common::Factor& factor, const SurfaceTree& surface, const fem::SparseMatrix& coupling,
                                   const common::StageContext& context);

/// The second half: the product of B with what all ranks say of G, A -= omega^2 rho B diag(1 / area) G on own rows, in double or single
/// precision; `message` is this rank's of eliminate_columns(). One broadcast from each rank, the next in flight during the work on the
/// one before, as far as the strategy allows. Collective.
template <class T>
void subtract_columns(la::Workspace<T> message, const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b, la::MatrixOf<T>& a,
                      const common::StageContext& context);

/// Method::memory of `columns`.
std::vector<Count> columns_memory(const Subdomains& parts, const fem::SparseMatrix& coupling, const la::RowMap& rows);

}  // namespace febem::reduce
