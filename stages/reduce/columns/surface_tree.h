// The panels of the surface on the elimination tree: before any number is known.
//
// Column j of T is not zero only on one face, whose degrees of freedom one element has all of. W =
// L^{-1} T is then zero in column j but on the path from that element's leaf to the root. Panels
// are put in the order of the nodes that their columns enter at, so that those of any subtree stand
// together. From that follows what each rank says of G = W^T D^{-1} W in its message of stage 3 by
// columns: the same on every rank.
#pragma once

#include <algorithm>
#include <vector>

#include "fem/structure.h"
#include "la/index_range.h"
#include "stages/common/factor.h"

namespace febem::reduce {

using common::EliminationTree;
using common::Subdomains;
using core::Count;
using la::Index;

/// Places [begin, end) in SurfaceTree::panels.
using PanelRange = la::IndexRange;

/// The part of S = diag(1 / area) G, G = W^T D^{-1} W, that comes from a node.
enum class Part {
  interior,  ///< added up with the rest of a block
  block,     ///< the root of a block: G on its panels is formed
  factored   ///< kept as W^T D^{-1} W: narrower than what it touches
};

struct SurfaceTree {
  std::vector<Index> panels;           ///< in the order of the tree
  std::vector<Index> entry;            ///< of each place: the node that its column enters at
  std::vector<PanelRange> of_node;     ///< of its subtree
  std::vector<PanelRange> of_rank;     ///< of its subdomain
  std::vector<core::RankRange> teams;  ///< of each node
  std::vector<Part> part;              ///< of each node
  std::vector<Index> summed_at;  ///< of each node in a block: where G is added up while it is at
                                 ///< hand: the node itself, if ranks share it, or else the highest
                                 ///< node of the block that its rank has alone

  /// Panels of a node whose columns a rank takes through it: an equal part of them for each rank of
  /// the team.
  PanelRange range(Index node, int rank) const;
  /// Rows of G that a child hands to its parent with its columns: those of its panels, if the block
  /// goes on above it.
  Index summed_rows(Index child) const {
    return part[child] == Part::interior ? of_node[child].size() : 0;
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
SurfaceTree surface_tree(const Subdomains& parts, const fem::SparseMatrix& coupling, int ranks);

/// The data of one node in a broadcast: G of its columns of a block, the lower triangle by columns;
/// or W of its panels, of a node that is kept factored.
struct Section {
  Index node = 0;
  PanelRange range;         ///< of the rank's panels
  Index pivots = 0;         ///< 0 for a block
  bool has_pivots = false;  ///< D goes before W: the panels are the node's first ones
  Count offset = 0, entries = 0;
};

/// One broadcast of a rank: the data of its subdomain, or of one shared node. The broadcasts of a
/// shared node by its team make up a whole; the broadcast of a subdomain is a whole by itself.
struct Broadcast {
  int rank = 0;
  std::vector<Section> sections;  ///< their offsets count entries of the broadcast
  Count entries = 0;
  Count offset = 0;                  ///< entries of the rank's broadcasts before this one
  Count in_whole = 0, of_whole = 0;  ///< entries of the whole before this one, and of all of it

  bool begins_whole() const { return in_whole == 0; }
  bool is_whole() const { return entries == of_whole; }
  /// The first of several broadcasts: it is not begun before the whole at hand is dropped.
  bool begins_large_whole() const { return begins_whole() && !is_whole(); }
};

/// All broadcasts of G, in order: first each rank's broadcast of its subdomain, blocks first; then
/// for each shared node, children before their parent, the part of each rank of the team. None is
/// empty.
std::vector<Broadcast> broadcasts(const Subdomains& parts, const SurfaceTree& surface);

/// Panels in a strip of W^T D^{-1}, and the least number of columns of G or W to multiply by at
/// once, if the node has them.
inline constexpr Index panels_of_strip = 128, least_panels = 384;
/// The greatest number of rows of G or W^T to multiply by at once, and of own rows: they need
/// memory beside own rows of the matrices.
inline Index most_panels(Index own_rows) { return std::max<Index>(768, own_rows); }
inline Index rows_of_strip(Index own_rows) {
  return std::min<Index>(own_rows, own_rows < 1024 ? 128 : 256);
}

/// Entries of all broadcasts of a rank.
Count entries_of(const std::vector<Broadcast>& broadcasts, int rank);

}  // namespace febem::reduce
