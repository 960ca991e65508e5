// The messages and bytes of the parts of stage 3, all ranks together, and what its ranks hold.
// README.md has the formulas.
#pragma once

#include <vector>

#include "stages/reduce/reduce.h"

namespace febem::reduce {

/// With a factor of which each rank has a part.
comm::Traffic solve_own_part_traffic(const common::Factor& factor, const comm::Messenger& messages);
comm::Traffic solve_traffic(const common::Factor& factor, const comm::Messenger& messages);

// Method::traffic of each method.
comm::Traffic rows_traffic(const SurfaceCondition& surface, la::Index unknowns, Precision precision,
    const comm::Messenger& messages);
comm::Traffic columns_traffic(const SurfaceCondition& surface, la::Index unknowns,
    Precision precision, const comm::Messenger& messages);
comm::Traffic matrix_free_traffic(const SurfaceCondition& surface, la::Index unknowns,
    Precision precision, const comm::Messenger& messages);

/// Method::memory of `columns`.
std::vector<core::Count> columns_memory(
    const common::Subdomains& parts, const fem::SparseMatrix& coupling, const la::RowMap& rows);

}  // namespace febem::reduce
