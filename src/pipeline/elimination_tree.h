// The assembly tree of a multifrontal factorisation by subdomains: what is known of it before any number is.
//
// Every node of the dissection has a front. A degree of freedom is eliminated at the lowest node whose elements are all that
// touch it. Each rank owns neighbouring subtrees, its subdomain, or none; the nodes above all subtrees make the interface.
#pragma once

#include <vector>

#include "pipeline/element_system.h"

namespace febem::pipeline {

using la::Index;

struct EliminationTree {
  /// Owner of a node above the subtrees of ranks.
  static constexpr int interface = -1;

  struct Node {
    Dofs eliminated;   ///< as far as they find good pivots, else further up
    Dofs others;       ///< touched by its elements, eliminated further up; by node, then by number
    Index parent = -1; ///< -1 at the root
    int rank = interface;
    Index begin = 0, end = 0;  ///< its elements are EliminationTree::elements[begin .. end)
    bool is_leaf = true;
    std::vector<Index> children;
  };

  std::vector<Index> elements;      ///< those of any node stand together
  std::vector<Node> nodes;          ///< children before their parent
  std::vector<Index> node_of_dof;   ///< where it is eliminated, if not delayed; -1 where no element touches it

  /// Its nodes, ascending; those of the interface for `interface`.
  std::vector<Index> nodes_of(int rank) const;
  /// Of `rank`, those below the interface, ascending: they hand their contributions over to it.
  std::vector<Index> roots_of(int rank) const;
};

/// The tree of `system`, whose dissection must be set, on so many ranks. The same on every rank.
EliminationTree elimination_tree(const ElementSystem& system, int ranks);

}  // namespace febem::pipeline
