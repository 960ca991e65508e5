// Nested dissection of the elements: a tree of bisections, by METIS.
//
// Elements that share degrees of freedom are neighbours in a graph, an edge weighing as many as they share. Each set of
// elements is cut into two of equal weight so that the edges between them weigh little: what both touch, the separator, is
// small (George, Nested dissection of a regular finite element mesh, 1973).
#pragma once

#include <span>
#include <vector>

#include "core/types.h"

namespace febem::la {

struct Dissection {
  /// A set of elements: those of its two children, or a leaf.
  struct Node {
    core::Index begin = 0, end = 0;  ///< its elements are order[begin .. end)
    core::Index parent = -1;         ///< -1 at the root
    core::Count weight = 0;          ///< of its elements; by balanced_dissection() the work of its subtree
    core::Count elimination = 0;     ///< in the same unit: what one rank has to do at this node if several share it
    core::Count if_shared = 0;       ///< and what else there is to do then, by all of them together
  };
  std::vector<core::Index> order;  ///< elements; those of any node stand together
  std::vector<Node> nodes;         ///< children before their parent, the left child's tree before the right child's
};

/// Leaves have at most this many elements.
inline constexpr core::Index largest_leaf = 8;

/// `dofs` of each element; -1 is skipped. `weights` by element, positive. The same result wherever it is computed with the
/// same METIS. Throws core::RunError if METIS fails.
Dissection dissect(std::span<const std::vector<core::Index>> dofs, std::span<const core::Index> weights);

// A dissection whose halves make the same work, not only weigh the same.
//
// What a set of elements costs is known only once it is dissected: by the sizes of its fronts (Duff and Reid, The multifrontal
// solution of indefinite sparse symmetric linear equations, 1983). So elements are dissected several times, each time
// weighing what they cost in the dissection before, and the one that promises most is taken.

/// Complex multiply-adds at each node of `tree`: to eliminate its candidates from its front, and to take right-hand sides through
/// it; `columns` by element are those that enter there.
std::vector<core::Count> work_of_nodes(const Dissection& tree, std::span<const std::vector<core::Index>> dofs, std::span<const core::Index> columns);

/// As dissect(); the weight of a node is the work of its subtree, in millionths of the whole. Not collective; the same result
/// wherever it is computed with the same METIS.
Dissection balanced_dissection(std::span<const std::vector<core::Index>> dofs, std::span<const core::Index> columns);

}  // namespace febem::la
