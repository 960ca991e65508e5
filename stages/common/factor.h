// The factor of A_s, or of T^T A_s T (fem/rigid_body.h), as stage 1 leaves it and stage 3 uses it.
//
// Panels: A_s = L D L^T in the order of elimination, by panels of some columns of L. Panel k
// eliminates the degrees of freedom rows[0 .. pivots) and touches rows[pivots .. front): with X the
// right-hand sides by row,
//   forward:   X1 = L11^{-1} X1;  X2 -= L21 X1          k ascending
//   diagonal:  X1 = D^{-1} X1
//   backward:  X1 = L11^{-T} (X1 - L21^T X2)            k descending
// Either the master keeps the values and every rank the shapes; or each rank keeps what belongs to
// its own subdomain, and to the nodes above it that it shares with other ranks
// (stages/analysis/elimination_tree.h).
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fem/rigid_body.h"
#include "la/ldlt.h"
#include "la/norms.h"
#include "stages/analysis/elimination_tree.h"

namespace febem::common {

using analysis::Dofs;
using analysis::EliminationTree;
using core::Complex;
using la::Index;
using la::PanelValues;

/// Which degrees of freedom a panel eliminates and touches; the same on every rank.
struct PanelShape {
  Dofs rows;  ///< the first `pivots` are eliminated, in this order
  Index pivots = 0;

  Index front() const { return std::ssize(rows); }
  auto eliminated() const { return std::span(rows).first(pivots); }
  auto others() const { return std::span(rows).subspan(pivots); }
};

/// A solver that keeps its factor to itself (a library's).
class OpaqueFactor {
 public:
  virtual ~OpaqueFactor() = default;
  /// Replaces the right-hand sides by the solutions. `x` is (this rank's number of right-hand
  /// sides) x n_s: each column is one degree of freedom. Collective.
  virtual void solve(la::Matrix& x) = 0;
  /// T^T A^{-1} T on every rank; T is n_s x (any number), the same on every rank. Collective.
  virtual la::Matrix condensed(const fem::SparseMatrix& t) = 0;
};

/// How well panels were factored.
struct FactorQuality {
  Index front_size = 0;     ///< largest number of degrees of freedom in the front at once
  core::Count entries = 0;  ///< of L, D included
  Index two_by_two_pivots = 0;
  Index delayed_pivots = 0;  ///< times a column was delayed to a later panel for stability
  double growth = 1;         ///< largest modulus in L
  double smallest_pivot =
      1;  ///< smallest of |pivot| / (largest modulus of its column of an element matrix, summed)

  /// Adds a la::PivotPanel or what is judged as one.
  template <class Panel>
  void add(const PanelShape& shape, const Panel& panel) {
    add_entries(shape);
    add_figures(panel);
  }
  void add_entries(const PanelShape& shape) {
    entries += shape.front() * shape.pivots - shape.pivots * (shape.pivots - 1) / 2;
  }
  template <class Panel>
  void add_figures(const Panel& panel) {
    two_by_two_pivots += panel.two_by_two;
    growth = la::larger(growth, panel.growth);
    smallest_pivot = la::smaller(smallest_pivot, panel.smallest_pivot);
  }
};

/// How well the factorisation went; the same on every rank.
struct FactorReport : FactorQuality {
  bool singular = false;  ///< the smallest pivot is rounding error: no solution

  /// Says from the figures so far whether the matrix is singular.
  void judge() { singular = !(smallest_pivot >= la::singular_pivot) || !std::isfinite(growth); }
};

/// One global sum of stage 1: a panel of `candidates` columns and all rows of the front.
struct PanelSum {
  Index front = 0;
  Index candidates = 0;
};

/// A factor of which each rank has its own part: a panel for every node of the tree.
struct Subdomains {
  std::shared_ptr<const EliminationTree> tree;
  std::vector<Index>
      pivots;  ///< of every node: candidates that it eliminated; the same on every rank
  std::vector<Index>
      nodes;  ///< of each panel here: EliminationTree::nodes_of() this rank, then shared_by() it
  Index own_panels = 0;  ///< how many are this rank's alone; each of the others is on every rank of
                         ///< its node's team

  /// Before any number is known: no pivot is delayed. `nodes` stays empty.
  explicit Subdomains(std::shared_ptr<const EliminationTree> of)
      : tree(std::move(of)), pivots(tree->pivots_without_delays()) {}

  /// Degrees of freedom that a node may eliminate: its own and those that its children delayed.
  Index candidates(Index node) const {
    Index count = std::ssize(tree->nodes[node].eliminated);
    for (const Index child : tree->nodes[node].children) count += delayed(child);
    return count;
  }
  Index delayed(Index node) const { return candidates(node) - pivots[node]; }
  Index front(Index node) const { return candidates(node) + std::ssize(tree->nodes[node].others); }
  /// Rows of the contribution block that a node leaves to its parent.
  Index contribution(Index node) const { return front(node) - pivots[node]; }
};

struct Factor {
  Index size = 0;  ///< n_s
  std::vector<PanelShape>
      shapes;  ///< empty if opaque; by subdomains as Subdomains::nodes, else the same on every rank
  std::vector<PanelValues> panels;  ///< by subdomains one for each shape, else on the master only
  std::unique_ptr<const Subdomains> subdomains;  ///< null if the master has it all
  std::unique_ptr<OpaqueFactor> opaque;
  std::vector<PanelSum> sums;  ///< in order
  FactorReport report;
  std::string method;
  const fem::RigidBodyMotions* motions =
      nullptr;  ///< T, on every rank; not owned, null if A_s itself was factored
};

}  // namespace febem::common
