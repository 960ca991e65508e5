// What stage 1 begins with: the structural system as element matrices, and the assembly tree of its multifrontal factorisation by
// subdomains, which is known before any number is.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fem/rigid_body.h"
#include "la/dissection.h"
#include "la/matrix.h"

namespace febem::common {

using la::Index;

/// Degrees of freedom by their numbers.
using Dofs = std::vector<core::Index>;

/// Sum over elements of their matrices scattered to degrees of freedom: A_s, or T^T A_s T where rigid-body motions are free
/// (fem/rigid_body.h). Elements stand in the order of elimination.
struct ElementSystem {
  Index size = 0;                                          ///< n_s, degrees of freedom
  std::vector<Dofs> dofs;                                  ///< of each element; -1 where a support holds it
  std::function<la::Matrix(Index element)> matrix;         ///< complex symmetric, dofs[element].size() square
  std::function<core::Count(Index element)> matrix_flops;  ///< real operations of matrix(element)
  const fem::RigidBodyMotions* motions = nullptr;          ///< T; not owned, null if the matrix is A_s itself
  const fem::SparseMatrix* coupling = nullptr;             ///< of A_s with the surface, n_s x n_a, before T; not owned, null if unknown
  std::shared_ptr<const la::Dissection> dissection;        ///< of the elements, by their place here; the same on every rank

  Index elements() const { return std::ssize(dofs); }
};

/// Every node of the dissection has a front. A degree of freedom is eliminated at the lowest node whose elements are all that
/// touch it. Each rank owns neighbouring subtrees, its subdomain, or none; the nodes above all subtrees make the interface.
struct EliminationTree {
  /// Owner of a node above the subtrees of ranks.
  static constexpr int interface = -1;

  struct Node {
    Dofs eliminated;    ///< as far as they find good pivots, else further up
    Dofs others;        ///< touched by its elements, eliminated further up; by node, then by number
    Index parent = -1;  ///< -1 at the root
    int rank = interface;
    Index begin = 0, end = 0;  ///< its elements are EliminationTree::elements[begin .. end)
    bool is_leaf = true;
    std::vector<Index> children;
  };

  std::vector<Index> elements;     ///< those of any node stand together
  std::vector<Node> nodes;         ///< children before their parent
  std::vector<Index> node_of_dof;  ///< where it is eliminated, if not delayed; -1 where no element touches it

  /// The nodes of `rank`, ascending; the nodes of the interface for `interface`.
  std::vector<Index> nodes_of(int rank) const;
  /// The nodes of `rank` just below the interface, ascending: they hand their contributions over to it.
  std::vector<Index> roots_of(int rank) const;
};

/// The tree of `system`, whose dissection must be set, on so many ranks. The same on every rank.
EliminationTree elimination_tree(const ElementSystem& system, int ranks);

}  // namespace febem::common
