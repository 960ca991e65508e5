// A front whose columns are spread over the ranks of a team, block-cyclically: a front that is large enough to be worth it.
//
// The owner of a block of candidates factors it as a panel and broadcasts it. Then each rank updates its own columns. The owner of the next block
// updates and factors that first, and its other columns once that panel has left. If a candidate of a panel has no good pivot, all
// candidates that are left are delayed: they stay in S, before the other rows. All panels are on every rank at the end, as stage 3 needs them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "comm/team.h"
#include "stages/common/elimination_tree.h"
#include "stages/merge/substructure/front_factor.h"
#include "stages/merge/substructure/front_memory.h"

namespace febem::merge {

class SpreadFront {
 public:
  /// A front of zeros on the ranks of a team; `scales` of its rows, of which the first are candidates. The rank numbers are those of the team.
  SpreadFront(Index candidates, la::RealVector scales, const common::Spreading& spreading, const comm::Team& team, FrontMemory& memory,
              timing::Arithmetic& m);

  /// Adds what a child left in one column, from the diagonal on, at these places of the front: ascending, the first that of a column of this rank.
  void add(std::span<const Index> places, const la::Complex* entries);

  /// Eliminates candidates. Collective. The panel is on every rank; its other figures are those of the blocks that this rank factored.
  FrontFactor factor();
  /// The columns of S that this rank has, each from the diagonal on. After factor().
  la::Vector contribution();

 private:
  /// Columns [first, end), with the rows from `first` on.
  struct Block {
    Index first, end;
    Eigen::Map<la::Matrix> values;
    Index applied = 0;  ///< pivots that it is updated by

    Index size() const { return end - first; }
  };
  /// A factored block of candidates: candidate order[k] is pivot k; rows of L from the block's first one on, the candidates in that order.
  struct Panel {
    Index first = 0, pivots = 0;
    common::Dofs order;
    la::Workspace<la::Complex> values;
  };

  bool is_own(Index column) const;
  Block& block_at(Index first);
  Index width_at(Index first) const { return std::min(spreading_.width, candidates_ - first); }
  void factor_block(Index first);
  void share(Index first);
  void store();
  void update(Block& block);
  void update_from(Index column);
  void put_in_order();

  timing::Arithmetic& m_;
  const comm::Messenger& messages_;
  const common::Spreading& spreading_;
  Index rows_, candidates_, done_ = 0;
  la::RealVector scales_;
  std::vector<Block> blocks_;  ///< own columns, ascending
  la::Matrix values_;          ///< L in the rows of the front; empty in a modelled run
  Eigen::Map<la::Matrix> l_;
  std::vector<Index> order_;  ///< rows of the front: pivots in the order of elimination; at the end candidates that are left and others too
  Panel panel_;               ///< the panel at hand
  FrontFactor result_;
};

}  // namespace febem::merge
