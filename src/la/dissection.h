// Nested dissection of the elements: a tree of bisections, by METIS.
//
// Elements that share degrees of freedom are neighbours in a graph. The weight of an edge is the
// number of shared degrees of freedom. Each set of elements is cut into two of equal weight, so
// that the edges between them have little weight. Then the separator, which both halves touch, is
// small (George, Nested dissection of a regular finite element mesh, 1973).
#pragma once

#include <span>
#include <vector>

#include "core/types.h"

namespace febem::la {

struct Dissection {
  /// A set of elements: the elements of two children, or a leaf.
  struct Node {
    core::Index begin = 0, end = 0;  ///< its elements are order[begin .. end)
    core::Index parent = -1;         ///< -1 at the root
    core::Count weight =
        0;  ///< weight of its elements; by balanced_dissection() the work of its subtree
    core::Count elimination =
        0;  ///< in the unit of `weight`: work of one rank at this node if several ranks share it
    core::Count if_shared =
        0;  ///< further work at this node if ranks share it, of all these ranks together
  };
  std::vector<core::Index> order;  ///< elements; those of a node are adjacent
  std::vector<Node>
      nodes;  ///< children before their parent, the left child's tree before the right child's
};

/// The largest number of elements in a leaf, unless another is given.
inline constexpr core::Index largest_leaf = 8;

/// The elements that touch each degree of freedom, ascending. `dofs` is by element; -1 is skipped.
std::vector<std::vector<core::Index>> elements_of_dofs(
    std::span<const std::vector<core::Index>> dofs);

/// The dissection of elements with the degrees of freedom `dofs` (-1 is skipped) and positive
/// `weights`. The same METIS gives the same result on every rank. Throws core::RunError if METIS
/// fails.
Dissection dissect(std::span<const std::vector<core::Index>> dofs,
    std::span<const core::Index> weights, core::Index in_leaf = largest_leaf);

// A dissection whose halves make the same work, not only have the same weight.
//
// The cost of a set of elements is known only after it is dissected: by the sizes of its fronts
// (Duff and Reid, The multifrontal solution of indefinite sparse symmetric linear equations, 1983).
// So elements are dissected several times. Each time the weight of an element is its cost in the
// dissection before. The dissection that promises most is taken.

/// Complex multiply-adds at each node of `tree`: to eliminate its candidates from its front, and to
/// take right-hand sides through it. `columns` is the number of right-hand sides that enter at each
/// element.
std::vector<core::Count> work_of_nodes(const Dissection& tree,
    std::span<const std::vector<core::Index>> dofs, std::span<const core::Index> columns);

/// The best of several dissections by dissect(). The weight of a node is the work of its subtree,
/// in millionths of the whole. Not collective. The same METIS gives the same result on every rank.
Dissection balanced_dissection(std::span<const std::vector<core::Index>> dofs,
    std::span<const core::Index> columns, core::Index in_leaf = largest_leaf);

}  // namespace febem::la
