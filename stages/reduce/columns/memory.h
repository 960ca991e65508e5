// What stage 3 by columns holds, before anything is computed.
#pragma once

#include <vector>

#include "la/row_map.h"
#include "stages/reduce/columns/surface_tree.h"

namespace febem::reduce {

/// Method::memory of `columns`.
std::vector<core::Count> columns_memory(const Subdomains& parts, const fem::SparseMatrix& coupling, const la::RowMap& rows);

}  // namespace febem::reduce
