// A dissection whose halves make the same work, not only weigh the same.
//
// What a set of elements costs is known only once it is dissected: by the sizes of its fronts (Duff and Reid, The multifrontal
// solution of indefinite sparse symmetric linear equations, 1983). So elements are dissected several times, each time
// weighing what they cost in the dissection before, and the one that promises most is taken.
#pragma once

#include "graph/dissection.h"

namespace febem::graph {

/// Complex multiply-adds at each node of `tree`: to eliminate its candidates from its front, and to take right-hand sides through
/// it; `columns` by element are those that enter there.
std::vector<core::Count> work_of_nodes(const Dissection& tree, std::span<const std::vector<Index>> dofs,
                                       std::span<const Index> columns);

/// As dissect(); the weight of a node is the work of its subtree, in millionths of the whole. Not collective; the same result
/// wherever it is computed with the same METIS.
Dissection balanced_dissection(std::span<const std::vector<Index>> dofs, std::span<const Index> columns);

}  // namespace febem::graph
