// The assembly tree of a multifrontal factorisation by subdomains. It is known before any number is
// computed.
#pragma once

#include <memory>
#include <vector>

#include "core/rank_range.h"
#include "la/dissection.h"
#include "la/matrix.h"

namespace febem::analysis {

using la::Index;

/// Numbers of degrees of freedom.
using Dofs = std::vector<core::Index>;

/// Which fronts that ranks share have their columns spread over these ranks, block-cyclically.
struct Spreading {
  core::Count from = core::Count{1} << 22;  ///< complex multiply-adds of such a front, at least
  Index width = 48;                         ///< columns of a block

  /// Which of so many ranks has a column, counted among the candidates or among the others of a
  /// front.
  int owner(Index column, int ranks) const { return static_cast<int>(column / width % ranks); }
};

/// The elements of a structure, in the order of elimination.
struct Elements {
  Index size = 0;          ///< n_s, degrees of freedom
  std::vector<Dofs> dofs;  ///< degrees of freedom of each element; -1 if a support holds it
  std::shared_ptr<const la::Dissection>
      dissection;  ///< dissection of the elements, by their place in `dofs`; equal on every rank
  Spreading spreading;

  Index elements() const { return std::ssize(dofs); }
};

/// The assembly tree. Every node of the dissection has a front. A degree of freedom is eliminated
/// at the lowest node that holds all elements that touch it. Each rank owns a subtree, its
/// subdomain, or none. Above them are the nodes that several ranks share: the team of a node is the
/// ranks that own what is below it.
struct EliminationTree {
  struct Node {
    Dofs eliminated;  ///< eliminated here if they find good pivots, else further up
    Dofs others;  ///< touched by its elements but eliminated further up; by node, then by number
    Index parent = -1;  ///< -1 at the root
    core::RankRange team{0, 1};
    int rank =
        0;  ///< of the team: it eliminates the front, if its columns are not spread over the team
    bool is_spread = false;  ///< never where there is no parent, to which candidates can be delayed
    Index begin = 0, end = 0;  ///< its elements are EliminationTree::elements[begin .. end)
    bool is_leaf = true;
    std::vector<Index> children;

    bool is_shared() const { return team.size() > 1; }
    /// The rows of its front, if no pivot is delayed.
    Dofs rows() const {
      Dofs all = eliminated;
      all.insert(all.end(), others.begin(), others.end());
      return all;
    }
    /// Complex multiply-adds, if no pivot is delayed.
    core::Count work() const {
      const core::Count p = std::ssize(eliminated), rest = std::ssize(others);
      return p * p * p / 6 + p * rest * (p + rest) / 2;
    }
  };

  std::vector<Index> elements;  ///< elements; those of a node are adjacent
  std::vector<Node> nodes;      ///< children before their parent
  std::vector<Index>
      node_of_dof;  ///< node at which it is eliminated, if not delayed; -1 if no element touches it
  Spreading spreading;
  std::vector<Index> shared;  ///< nodes that ranks share, ascending
  int ranks = 1;

  /// The first node of the subtree of `v`, which is nodes [first_below(v), v].
  Index first_below(Index v) const {
    while (!nodes[v].children.empty()) v = nodes[v].children.front();
    return v;
  }
  /// The pivots of each node, if none is delayed.
  std::vector<Index> pivots_without_delays() const {
    std::vector<Index> pivots;
    for (const auto& node : nodes) pivots.push_back(std::ssize(node.eliminated));
    return pivots;
  }
  /// The nodes whose fronts a rank eliminates, ascending: those of its subdomain, and of the shared
  /// ones some.
  std::vector<Index> eliminated_by(int rank) const;
  /// The nodes of a rank's subdomain, ascending.
  std::vector<Index> nodes_of(int rank) const;
  /// The root of a rank's subdomain if other ranks have something too; else none.
  std::vector<Index> roots_of(int rank) const;
  /// The shared nodes whose team has this rank, ascending.
  std::vector<Index> shared_by(int rank) const;
};

/// The tree of elements, whose dissection must be set, for this number of ranks. The result is
/// equal on every rank.
EliminationTree elimination_tree(const Elements& elements, int ranks);

}  // namespace febem::analysis
