// The panels of the surface on the elimination tree, and the schedule of the broadcasts of stage 3
// by columns: before any number is known.
//
// Column j of T is nonzero on one face only, whose degrees of freedom one element has all of. So W
// = L^{-1} T is nonzero in column j only on the path from that element's leaf to the root. Panels
// are put in the order of the nodes that their columns enter at, so that the panels of a subtree
// follow each other.
#pragma once

#include <algorithm>
#include <vector>

#include "fem/structure.h"
#include "la/index_range.h"
#include "stages/analysis/elimination_tree.h"

namespace febem::analysis {

using core::Count;

/// Places [begin, end) in SurfaceTree::panels.
using PanelRange = la::IndexRange;

/// How the term W_v^T D_v^{-1} W_v of a node is kept, of G = W^T D^{-1} W.
enum class Storage {
  within_block,  ///< added to the block of a node above
  block,         ///< the root of a block: G on the panels of its subtree
  factored       ///< as W_v and D_v: fewer pivots than panels
};

/// G of a node's block in the columns of one rank, the lower triangle by columns; or W_v of the
/// rank's panels, after D_v for the node's first panels.
struct FactorBlock {
  Index node = 0;
  PanelRange range;  ///< panels of the rank
  Index pivots = 0;  ///< 0 for a block of G
  bool has_d = false;
  Count offset = 0, entries = 0;  ///< of the broadcast
};

/// One broadcast of a rank: the factor blocks of its subdomain, or that of one shared node. All
/// ranks receive the broadcasts of a shared node's team in one buffer, and the broadcast of a
/// subdomain in a buffer of its own.
struct ScheduledBroadcast {
  int rank = 0;
  std::vector<FactorBlock> blocks;
  Count entries = 0;
  Count offset = 0;                             ///< in the send buffer of the rank
  Count buffer_offset = 0, buffer_entries = 0;  ///< in the receive buffer, and all of that

  bool begins_buffer() const { return buffer_offset == 0; }
  bool fills_buffer() const { return entries == buffer_entries; }
};
using Schedule = std::vector<ScheduledBroadcast>;

struct SurfaceTree {
  std::vector<Index> panels;           ///< in the order of the tree
  std::vector<Index> entry;            ///< of each place: the node that its column enters at
  std::vector<PanelRange> subtree;     ///< panels of each node's subtree
  std::vector<PanelRange> subdomain;   ///< panels of each rank's subdomain
  std::vector<core::RankRange> teams;  ///< of each node
  std::vector<Storage> storage;        ///< of each node
  std::vector<Index> accumulated_at;  ///< of each node in a block: the node whose front has G while
      ///< it is computed. That is the node itself if ranks share it,
      ///< or else the highest node of the block in the subdomain
  Schedule schedule;  ///< if no pivot is delayed

  /// Panels of a node's subtree whose columns a rank computes: an equal part for each rank of the
  /// team.
  PanelRange range(Index node, int rank) const;
  /// Rows of G in the contribution block of a child: its panels, if the block of G goes on above
  /// it.
  Index rows_of_g(Index child) const {
    return storage[child] == Storage::within_block ? subtree[child].size() : 0;
  }
  /// Calls visit(from, to, panels) for each pair (sender, receiver) of ranks that own the same
  /// columns at `child` and at its parent `node`; the two may be one rank. In each round of calls a
  /// rank sends to one other.
  template <class Visit>
  void for_each_exchange(Index node, Index child, Visit&& visit) const {
    const auto& team = teams[node];
    for (int shift = 0; shift < team.size(); ++shift)
      for (int from = teams[child].first; from < teams[child].end; ++from) {
        const int to = team.first + (from - team.first + shift) % team.size();
        const auto before = range(child, from), after = range(node, to);
        const PanelRange both{std::max(before.begin, after.begin), std::min(before.end, after.end)};
        if (both.begin < both.end) visit(from, to, both);
      }
  }
};

/// `coupling` in the unknowns of the factor, n_s x n_a. The same on every rank. Throws
/// core::RunError if no front has all degrees of freedom of a panel.
SurfaceTree surface_tree(const EliminationTree& tree, const fem::SparseMatrix& coupling);

/// All broadcasts of G, in order, with `pivots` of every node: first each rank's broadcast of its
/// subdomain, blocks of G first; then for each shared node, children before their parent, one
/// broadcast of each rank of the team. None is empty.
Schedule schedule(
    const EliminationTree& tree, const SurfaceTree& surface, const std::vector<Index>& pivots);

/// Entries of all broadcasts of a rank.
Count send_buffer_entries(const Schedule& schedule, int rank);

}  // namespace febem::analysis
