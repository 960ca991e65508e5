// The input of stage 1: the structural system as element matrices, and the assembly tree of its multifrontal factorisation by subdomains. The
// tree is known before any number is computed.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fem/rigid_body.h"
#include "la/dissection.h"
#include "la/matrix.h"

namespace febem::common {

using la::Index;

/// Numbers of degrees of freedom.
using Dofs = std::vector<core::Index>;

/// The structural system as a sum of element matrices: A_s, or T^T A_s T if rigid-body motions are free (fem/rigid_body.h). Elements are in the
/// order of elimination.
struct ElementSystem {
  Index size = 0;                                          ///< n_s, degrees of freedom
  std::vector<Dofs> dofs;                                  ///< degrees of freedom of each element; -1 if a support holds it
  std::function<la::Matrix(Index element)> matrix;         ///< complex symmetric, dofs[element].size() square
  std::function<core::Count(Index element)> matrix_flops;  ///< real operations of matrix(element)
  const fem::RigidBodyMotions* motions = nullptr;          ///< T; not owned, null if the matrix is A_s itself
  const fem::SparseMatrix* coupling = nullptr;             ///< coupling of A_s with the surface, n_s x n_a, before T; not owned, null if unknown
  std::shared_ptr<const la::Dissection> dissection;        ///< dissection of the elements, by their place in `dofs`; equal on every rank

  Index elements() const { return std::ssize(dofs); }
};

/// The assembly tree. Every node of the dissection has a front. A degree of freedom is eliminated at the lowest node that holds all elements
/// that touch it. Each rank owns neighbouring subtrees, its subdomain, or none. The nodes above all subtrees are the interface.
struct EliminationTree {
  /// Owner of a node above the subtrees of ranks.
  static constexpr int interface = -1;

  struct Node {
    Dofs eliminated;    ///< eliminated here if they find good pivots, else further up
    Dofs others;        ///< touched by its elements but eliminated further up; by node, then by number
    Index parent = -1;  ///< -1 at the root
    int rank = interface;
    Index begin = 0, end = 0;  ///< its elements are EliminationTree::elements[begin .. end)
    bool is_leaf = true;
    std::vector<Index> children;
  };

  std::vector<Index> elements;     ///< elements; those of a node are adjacent
  std::vector<Node> nodes;         ///< children before their parent
  std::vector<Index> node_of_dof;  ///< node at which it is eliminated, if not delayed; -1 if no element touches it

  /// The nodes of `rank`, ascending; the nodes of the interface for `interface`.
  std::vector<Index> nodes_of(int rank) const;
  /// The nodes of `rank` just below the interface, ascending. They give their contributions to the interface.
  std::vector<Index> roots_of(int rank) const;
};

/// The tree of `system`, whose dissection must be set, for this number of ranks. The result is equal on every rank.
EliminationTree elimination_tree(const ElementSystem& system, int ranks);

}  // namespace febem::common
