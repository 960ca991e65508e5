// Nested dissection of the elements: a tree of bisections, by METIS.
//
// Elements that share degrees of freedom are neighbours in a graph, an edge weighing as many as they share. Each set of
// elements is cut into two of equal weight so that the edges between them weigh little: what both touch, the separator, is
// small (George, Nested dissection of a regular finite element mesh, 1973).
#pragma once

#include <span>
#include <vector>

#include "core/types.h"

namespace febem::graph {

using core::Index;

struct Dissection {
  /// A set of elements: those of its two children, or a leaf.
  struct Node {
    Index begin = 0, end = 0;     ///< its elements are order[begin .. end)
    Index parent = -1;            ///< -1 at the root
    core::Count weight = 0;       ///< of its elements; by balanced_dissection() the work of its subtree
    core::Count elimination = 0;  ///< in the same unit: what one rank has to do at this node if several share it
    core::Count if_shared = 0;    ///< and what else there is to do then, by all of them together
  };
  std::vector<Index> order;  ///< elements; those of any node stand together
  std::vector<Node> nodes;   ///< children before their parent, the left child's tree before the right child's
};

/// Leaves have at most this many elements.
inline constexpr Index largest_leaf = 8;

/// `dofs` of each element; -1 is skipped. `weights` by element, positive. The same result wherever it is computed with the
/// same METIS. Throws core::RunError if METIS fails.
Dissection dissect(std::span<const std::vector<Index>> dofs, std::span<const Index> weights);

}  // namespace febem::graph
